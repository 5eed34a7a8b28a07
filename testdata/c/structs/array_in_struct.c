// Elements of an array in a larger struct are copied from where a variable says: they
// are floats, though addresses stand behind the array at the same multiples.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5)
// llad: arg n const int 4
// llad: tags struct memcpy loop float
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <math.h>
#include <string.h>

union feature {
  struct {
    char in[2], out[2];
  } edges;
  int id;
};

struct point {
  float at[2], normal[2], weight;
  union feature feature;
};

struct owner {
  double *mass;
};

struct pair {
  struct point points[3];
  struct owner *a, *b;
  float damping;
  int count;
};

static void update(struct pair *p, const struct point *news, int count) {
  struct point merged[3];
  for (int i = 0; i < count; i++) {
    const struct point *new = news + i;
    int same = -1;
    for (int k = 0; k < p->count; k++)
      if (p->points[k].feature.id == new->feature.id) {
        same = k;
        break;
      }
    struct point *m = merged + i;
    if (same >= 0) {
      const struct point *old = p->points + same;
      *m = *new;
      m->weight += 0.5f * old->weight;
    } else {
      merged[i] = news[i];
    }
  }
  for (int i = 0; i < count; i++)
    p->points[i] = merged[i];
  p->count = count;
}

static void meet(struct point *points, int count, int s, float damping, const double *x) {
  for (int i = 0; i < count; i++) {
    struct point *q = points + i;
    q->feature.edges.in[0] = (char)((s + 2 * i) % 4);
    q->feature.edges.in[1] = q->feature.edges.out[0] = q->feature.edges.out[1] = 0;
    q->at[0] = (float)(x[i] * x[s]);
    q->at[1] = (float)sin(x[i + 1]);
    q->normal[0] = (float)x[s + 1];
    q->normal[1] = q->at[0] * q->at[1];
    q->weight = damping * (float)(i + 1);
  }
}

double f(const double *x, int n) {
  double masses[2] = {x[6], x[7]};
  struct owner a = {&masses[0]}, b = {&masses[1]};
  struct pair kept;
  memset(&kept, 0, sizeof kept);
  kept.a = &a;
  kept.b = &b;
  kept.damping = (float)x[5];
  for (int s = 0; s < n; s++) {
    struct pair now;
    memset(&now, 0, sizeof now);
    now.a = &a;
    now.b = &b;
    now.count = 1 + s % 3;
    meet(now.points, now.count, s, kept.damping, x);
    update(&kept, now.points, now.count);
    kept.a = now.b;
    kept.b = now.a;
  }
  const struct pair *last = &kept;
  double sum = 0;
  for (int i = 0; i < kept.count; i++)
    sum += kept.points[i].at[0] * kept.points[i].normal[1] * *last->a->mass + kept.points[i].weight * *last->b->mass;
  return sum;
}
