// What a problem's glue tells the main program that measures it.
#ifndef BENCH_H
#define BENCH_H

#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

// Allocates and fills the inputs of the given size.
void bench_setup(const long *size);

// One evaluation each; a gradient overwrites what bench_gradient gives.
double bench_primal(void);
void bench_llad(void);
void bench_hand(void);
#ifdef BENCH_ADOLC
void bench_adolc(void);
#endif

// One tangent, eight tangents; see tangent.h.
void bench_jvp(void);
void bench_jvp8(void);

// The gradient (or the Jacobian) that was computed last.
const double *bench_gradient(size_t *n);

// The variables that it belongs to, or NULL where it is not the gradient of
// bench_primal's result.
double *bench_variables(void);

#ifdef __cplusplus
}
#endif

static unsigned long long bench_seed = 88172645463325252ull;

static inline double bench_uniform(double lo, double hi) {
  bench_seed ^= bench_seed << 13;
  bench_seed ^= bench_seed >> 7;
  bench_seed ^= bench_seed << 17;
  return lo + (hi - lo) * (double)(bench_seed >> 11) / 9007199254740992.0;
}

static inline double *bench_array(size_t n, double lo, double hi) {
  double *a = (double *)malloc(n * sizeof *a);
  for (size_t i = 0; i < n; i++)
    a[i] = bench_uniform(lo, hi);
  return a;
}

#endif
