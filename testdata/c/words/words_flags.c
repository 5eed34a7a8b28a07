// A tree whose links are addresses with flags in their lowest bits, and a list of blocks that are freed through such.
// llad: func f double
// llad: arg x dup double[9] range(0.5,2)
// llad: arg n const int 9
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
  double v;
  uintptr_t left, right;
} node;

static node *of(uintptr_t link) { return (node *)(link & ~(uintptr_t)3); }

static uintptr_t insert(uintptr_t link, double v, int n) {
  node *t = of(link);
  if (!t) {
    t = malloc(sizeof *t);
    t->v = v;
    t->left = t->right = 0;
    return (uintptr_t)t | (n & 1);
  }
  if (v < t->v)
    t->left = insert(t->left, v, n);
  else
    t->right = insert(t->right, v, n);
  return link ^ 2;
}

static double ended(uintptr_t link, int depth) {
  node *t = of(link);
  if (!t)
    return 0;
  double s = t->v * t->v * depth * (1 + (link & 3)) + ended(t->left, depth + 1) + ended(t->right, depth + 1);
  free(t);
  return s;
}

double f(const double *x, int n) {
  uintptr_t root = 0, list[9];
  for (int i = 0; i < n; i++) {
    root = insert(root, x[i] * sin(7 * i + x[i]), i);
    double *v = malloc(2 * sizeof *v);
    v[0] = x[i] * x[i];
    list[i] = (uintptr_t)v | (i & 7);
  }
  double s = ended(root, 1);
  for (int i = 0; i < n; i++) {
    double *v = (double *)(list[i] & ~(uintptr_t)7);
    s += v[0] * (1 + (list[i] & 7));
    free(v);
  }
  return s;
}
