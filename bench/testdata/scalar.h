// The glue that problems share whose gradient belongs to one array of N
// variables: GRAD and HAND are the calls that add to bench_g.
#ifndef SCALAR_H
#define SCALAR_H

#include <string.h>

#include "bench.h"

double *bench_x, *bench_g;

#define BENCH_GRADIENT(N, GRAD, HAND)                                                                                  \
  static void clear(void) { memset(bench_g, 0, (size_t)(N) * sizeof *bench_g); }                                       \
  void bench_llad(void) {                                                                                              \
    clear();                                                                                                           \
    GRAD;                                                                                                              \
  }                                                                                                                    \
  void bench_hand(void) {                                                                                              \
    clear();                                                                                                           \
    HAND;                                                                                                              \
  }                                                                                                                    \
  const double *bench_gradient(size_t *n) {                                                                            \
    *n = (size_t)(N);                                                                                                  \
    return bench_g;                                                                                                    \
  }                                                                                                                    \
  double *bench_variables(void) { return bench_x; }

static inline void bench_scalar(size_t n, double lo, double hi) {
  bench_x = bench_array(n, lo, hi);
  bench_g = bench_array(n, 0, 0);
}

#endif
