#include <string.h>

#include "../tangent.h"

double lsq(int n, int m, const double *a, const double *b, const double *x);
double lsq_grad(int n, int m, const double *a, const double *b, const double *x, double *d_x, double seed);
void lsq_hand(int n, int m, const double *a, const double *b, const double *x, double *d_x);

int bench_n, bench_m;
double *bench_a, *bench_b, *bench_x, *bench_g;

void bench_setup(const long *size) {
  bench_n = (int)size[0], bench_m = (int)size[1];
  bench_a = bench_array((size_t)bench_n * bench_m, -1, 1);
  bench_b = bench_array((size_t)bench_n, -1, 1);
  bench_x = bench_array((size_t)bench_m, -1, 1);
  bench_g = bench_array((size_t)bench_m, 0, 0);
}

double bench_primal(void) { return lsq(bench_n, bench_m, bench_a, bench_b, bench_x); }

void bench_llad(void) {
  memset(bench_g, 0, (size_t)bench_m * sizeof *bench_g);
  lsq_grad(bench_n, bench_m, bench_a, bench_b, bench_x, bench_g, 1);
}

void bench_hand(void) {
  memset(bench_g, 0, (size_t)bench_m * sizeof *bench_g);
  lsq_hand(bench_n, bench_m, bench_a, bench_b, bench_x, bench_g);
}

const double *bench_gradient(size_t *n) {
  *n = (size_t)bench_m;
  return bench_g;
}

double *bench_variables(void) { return bench_x; }

double lsq_jvp(int, int, ONE, ONE, ONE, ONE, double *d_ret);
double lsq_jvp8(int, int, ONE, ONE, ONE, EIGHT, double *d_ret);

BENCH_TANGENT(lsq_jvp(bench_n, bench_m, bench_a, bench_b, bench_x, bench_d[0], bench_t), lsq_jvp8(bench_n, bench_m, bench_a, bench_b, bench_x, D8, bench_t))
