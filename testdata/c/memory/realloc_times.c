// The times of a record grow beside its values: they have no derivatives, and the first block is made
// by a reallocation of a null pointer that nothing but inlining shows.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags memory heap
#include <stddef.h>
#include <stdlib.h>

struct record {
  double *at;
  size_t len, cap;
};

static void put(struct record *r, double t) {
  if (r->len == r->cap) {
    r->cap = r->cap ? r->cap * 2 : 4;
    r->at = realloc(r->at, r->cap * sizeof *r->at);
  }
  r->at[r->len++] = t;
}

double f(const double *x, size_t n) {
  struct record r = {0};
  double t = 0, s = 0;
  put(&r, t);
  for (size_t i = 0; i < n; i++) {
    t += 0.125;
    put(&r, t);
    s += x[i] * x[i];
  }
  for (size_t i = 0; i < r.len; i++) s += r.at[i] * x[i % n];
  free(r.at);
  return s;
}
