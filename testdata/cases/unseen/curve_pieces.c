// Curves split by mutual recursion into flat pieces on a list of two directions, out of an arena; scratch by alloca.
#include <alloca.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct arena { char *at, *end; struct arena *older; };

static void *take(struct arena **a, size_t size) {
  size = (size + 15) & ~(size_t)15;
  if (!*a || (*a)->end - (*a)->at < (ptrdiff_t)size) {
    size_t room = size > 512 ? size : 512;
    struct arena *b = malloc(sizeof *b + room);
    b->at = (char *)(b + 1);
    b->end = b->at + room;
    b->older = *a;
    *a = b;
  }
  void *p = (*a)->at;
  (*a)->at += size;
  return p;
}

static void release(struct arena *a) {
  while (a) {
    struct arena *older = a->older;
    free(a);
    a = older;
  }
}

struct point { double x, y; };
struct piece { struct piece *prev, *next; int degree; struct point p[]; };
struct curve { struct arena *arena; int splits; struct piece head; };

static struct piece *append(struct curve *c, const struct point *p, int degree) {
  struct piece *q = take(&c->arena, sizeof *q + (degree + 1) * sizeof *p);
  q->degree = degree;
  memcpy(q->p, p, (degree + 1) * sizeof *p);
  q->prev = c->head.prev;
  q->next = &c->head;
  c->head.prev->next = q;
  c->head.prev = q;
  return q;
}

static double bend(const struct point *p, int degree) {
  double most = 0;
  for (const struct point *q = p + 1; q - p < degree; q++) {
    double t = (double)(q - p) / degree;
    double dx = q->x - (p->x + t * (p[degree].x - p->x)), dy = q->y - (p->y + t * (p[degree].y - p->y));
    double d = dx * dx + dy * dy;
    if (d > most) most = d;
  }
  return most;
}

static void flatten(struct curve *c, const struct point *p, int degree, int depth);

static void split(struct curve *c, const struct point *p, int degree, int depth) {
  struct point *left = alloca((degree + 1) * sizeof *left), *right = alloca((degree + 1) * sizeof *right);
  memcpy(right, p, (degree + 1) * sizeof *p);
  for (int k = 0; k <= degree; k++) {
    left[k] = right[0];
    for (int i = 0; i < degree - k; i++) right[i] = (struct point){0.5 * (right[i].x + right[i + 1].x), 0.5 * (right[i].y + right[i + 1].y)};
  }
  c->splits++;
  flatten(c, left, degree, depth + 1);
  flatten(c, right, degree, depth + 1);
}

static void flatten(struct curve *c, const struct point *p, int degree, int depth) {
  if (depth > 3 || bend(p, degree) < 4e-3) append(c, p, degree);
  else split(c, p, degree, depth);
}

static double length(const struct piece *q) {
  double polygon = 0;
  for (int i = 0; i < q->degree; i++) polygon += hypot(q->p[i + 1].x - q->p[i].x, q->p[i + 1].y - q->p[i].y);
  double chord = hypot(q->p[q->degree].x - q->p[0].x, q->p[q->degree].y - q->p[0].y);
  return (2 * chord + (q->degree - 1) * polygon) / (q->degree + 1);
}

double f(const double *x, size_t n) {
  struct curve c = {.arena = NULL};
  c.head.prev = c.head.next = &c.head;
  struct point cubic[4] = {{x[0], x[1]}, {1 + x[2], 2 * x[3]}, {2 + x[4], -x[5]}, {3, x[6]}};
  struct point square[3] = {cubic[3], {3.5 + x[7], x[8]}, {5, 2 * x[9]}};
  flatten(&c, cubic, 3, 0);
  struct piece *mark = c.head.prev;
  flatten(&c, square, 2, 0);
  double s = 0, area = 0;
  for (struct piece *q = c.head.next; q != &c.head; q = q->next) {
    s += length(q) * (q == mark ? x[10] : 1);
    area += 0.5 * (q->p[0].x * q->p[q->degree].y - q->p[q->degree].x * q->p[0].y);
  }
  for (struct piece *q = c.head.prev, *before; q != mark; q = before) {
    before = q->prev;
    if ((q->p[0].x - q->p[q->degree].x) < -0.4) continue;
    q->prev->next = q->next;
    q->next->prev = q->prev;
    s += 0.1 * q->p[1].y;
  }
  for (struct piece *q = c.head.next; q != &c.head; q = q->next) s += 0.01 * q->p[q->degree].y * q->p[0].x;
  release(c.arena);
  return s + 0.2 * area * x[n - 1];
}
