// Floats that qsort moves: by their values, beside keys, and behind pointers.
// llad: func f double
// llad: arg x dup double[12] range(-2,2)
// llad: arg n const int 12
// llad: tags call heap loop
#include <math.h>
#include <stdlib.h>

struct record {
  int key;
  double value, weights[2];
};

static int by_key(const void *a, const void *b) { return ((const struct record *)a)->key - ((const struct record *)b)->key; }

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static int behind(const void *a, const void *b) { return by_value(*(const double *const *)b, *(const double *const *)a); }

double f(const double *x, int n) {
  double *y = malloc(n * sizeof *y), r = 0;
  struct record list[12];
  const double *at[12];
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * x[i] - x[i];
    list[i].key = i * 7 % 5;
    list[i].value = x[i];
    list[i].weights[0] = x[i] * x[0];
    list[i].weights[1] = i;
    at[i] = &x[i];
  }
  qsort(y, n, sizeof *y, by_value);
  qsort(list, n, sizeof *list, by_key);
  qsort(at, n, sizeof *at, behind);
  for (int i = 0; i < n; i++) {
    r += y[i] * (i + 1);
    r += sin(list[i].value * (i + 1)) + list[i].weights[0] * list[i].weights[1] * cos(i);
    r += *at[i] * *at[(i + 1) % n] * (i + 1);
  }
  free(y);
  return r;
}
