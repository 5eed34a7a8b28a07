// Arrays of floats in one block with a count in front, which are copied as a whole, moved, made
// longer, and copied from their first element on.
// llad: func f float
// llad: arg x dup float[6] range(0.5,1.25)
// llad: arg n const int 6
// llad: tags float memory heap
// llad: difftol 1e-4
// llad: dottol 1e-5
#include <stdlib.h>
#include <string.h>
struct head { size_t n; };
struct list { struct head *h; };

static float *items(const struct list *l) { return (float *)(l->h + 1); }

static struct list make(size_t n) {
  struct list l;
  l.h = malloc(sizeof(struct head) + n * sizeof(float));
  l.h->n = n;
  return l;
}

static struct list copy(const struct list *l) {
  size_t bytes = sizeof(struct head) + l->h->n * sizeof(float);
  struct list c;
  c.h = malloc(bytes);
  memcpy(c.h, l->h, bytes);
  return c;
}

static struct list tail(const struct list *l) {
  struct list t = make(l->h->n - 1);
  memcpy(items(&t), items(l) + 1, t.h->n * sizeof(float));
  return t;
}

static void push(struct list *l, float v) {
  l->h = realloc(l->h, sizeof(struct head) + (l->h->n + 1) * sizeof(float));
  items(l)[l->h->n++] = v;
}

static void drop(struct list *l, size_t k) {
  memmove(items(l) + k, items(l) + k + 1, (l->h->n - k - 1) * sizeof(float));
  l->h->n--;
}

float f(float *x, int n) {
  struct list a = make(n);
  for (int i = 0; i < n; i++)
    items(&a)[i] = x[i] * x[i];
  struct list b = copy(&a);
  struct list c = tail(&b);
  push(&c, items(&a)[0] * x[1]);
  drop(&c, 1);
  float s = 0;
  for (size_t i = 0; i < c.h->n; i++)
    s += (i + 1) * items(&c)[i] * items(&b)[i];
  free(a.h);
  free(b.h);
  free(c.h);
  return s;
}
