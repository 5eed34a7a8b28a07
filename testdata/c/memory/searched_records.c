// Records found by bsearch through the result's address, and sorted by qsort_r with a context that holds floats.
// llad: func f double
// llad: arg x dup double[12] range(-2,2)
// llad: arg n const int 12
// llad: tags call heap loop
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>

struct record {
  int key;
  double value;
};

struct order {
  double centre, met;
};

static int by_key(const void *key, const void *e) { return *(const int *)key - ((const struct record *)e)->key; }

static int by_distance(const void *a, const void *b, void *context) {
  struct order *o = context;
  double p = fabs(((const struct record *)a)->value - o->centre), q = fabs(((const struct record *)b)->value - o->centre);
  o->met += 1;
  return p < q ? -1 : p > q;
}

double f(const double *x, int n) {
  struct record *list = malloc(n * sizeof *list);
  double r = 0;
  for (int i = 0; i < n; i++) {
    list[i].key = 3 * i;
    list[i].value = x[i] * x[(i + 1) % n];
  }
  for (int key = 1; key < 30; key += 4) {
    struct record *found = bsearch(&key, list, n, sizeof *list, by_key);
    if (found) {
      found->value *= x[0];
      r += found->value * found->value * key;
    } else
      r += x[key % n];
  }
  struct order o = {x[3], 0};
  qsort_r(list, n, sizeof *list, by_distance, &o);
  for (int i = 0; i < n; i++) r += list[i].value * (i + 1) + sin(list[i].value * o.centre);
  free(list);
  return r + (o.met > 0 ? x[5] : 0);
}
