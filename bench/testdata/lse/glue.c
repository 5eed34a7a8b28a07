#include <string.h>

#include "../tangent.h"

double lse(int n, const double *x);
double lse_grad(int n, const double *x, double *d_x, double seed);
void lse_hand(int n, const double *x, double *d_x);

int bench_n;
double *bench_x, *bench_g;

void bench_setup(const long *size) {
  bench_n = (int)size[0];
  bench_x = bench_array((size_t)bench_n, -2, 2);
  bench_g = bench_array((size_t)bench_n, 0, 0);
}

double bench_primal(void) { return lse(bench_n, bench_x); }

void bench_llad(void) {
  memset(bench_g, 0, (size_t)bench_n * sizeof *bench_g);
  lse_grad(bench_n, bench_x, bench_g, 1);
}

void bench_hand(void) {
  memset(bench_g, 0, (size_t)bench_n * sizeof *bench_g);
  lse_hand(bench_n, bench_x, bench_g);
}

const double *bench_gradient(size_t *n) {
  *n = (size_t)bench_n;
  return bench_g;
}

double *bench_variables(void) { return bench_x; }

double lse_jvp(int, ONE, ONE, double *d_ret);
double lse_jvp8(int, ONE, EIGHT, double *d_ret);

BENCH_TANGENT(lse_jvp(bench_n, bench_x, bench_d[0], bench_t), lse_jvp8(bench_n, bench_x, D8, bench_t))
