// A binary tree: built, summed and freed by recursion.
// llad: func f double
// llad: arg x dup double[7] {0.75,0.5,1.25,0.25,0.625,1,1.5}
// llad: arg n const int 7
// llad: tags heap tree recursion
#include <math.h>
#include <stdlib.h>
struct tree { double key, weight; struct tree *left, *right; };

static struct tree *insert(struct tree *t, double key) {
  if (!t) {
    t = malloc(sizeof *t);
    t->key = key;
    t->weight = key * key;
    t->left = t->right = NULL;
  } else if (key < t->key) {
    t->left = insert(t->left, key);
  } else {
    t->right = insert(t->right, key);
  }
  return t;
}

static double total(const struct tree *t, double depth) {
  if (!t)
    return 0;
  return t->weight / depth + total(t->left, depth + 1) * t->key + sin(total(t->right, depth + 2));
}

static void clear(struct tree *t) {
  if (!t)
    return;
  clear(t->left);
  clear(t->right);
  free(t);
}

double f(const double *x, int n) {
  struct tree *t = NULL;
  for (int i = 0; i < n; i++)
    t = insert(t, x[i]);
  double s = total(t, 1);
  clear(t);
  return s;
}
