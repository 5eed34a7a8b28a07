#include "../scalar.h"
#include "../tangent.h"

double heat(int n, int s, const double *kappa, const double *measured, const double *x);
double heat_grad(int n, int s, const double *kappa, const double *measured, const double *x, double *d_x, double seed);
void heat_hand(int n, int s, const double *kappa, const double *measured, const double *x, double *d_x);

int bench_n, bench_s;
double *bench_kappa, *bench_measured;

void bench_setup(const long *size) {
  bench_n = (int)size[0], bench_s = (int)size[1];
  bench_scalar((size_t)bench_n * bench_n, 0, 1);
  bench_kappa = bench_array((size_t)bench_n * bench_n, 0, 0.2);
  bench_measured = bench_array((size_t)bench_n * bench_n, 0, 1);
}

double bench_primal(void) { return heat(bench_n, bench_s, bench_kappa, bench_measured, bench_x); }

BENCH_GRADIENT(bench_n *bench_n, heat_grad(bench_n, bench_s, bench_kappa, bench_measured, bench_x, bench_g, 1),
               heat_hand(bench_n, bench_s, bench_kappa, bench_measured, bench_x, bench_g))

double heat_jvp(int, int, ONE, ONE, ONE, ONE, double *d_ret);
double heat_jvp8(int, int, ONE, ONE, ONE, EIGHT, double *d_ret);

BENCH_TANGENT(heat_jvp(bench_n, bench_s, bench_kappa, bench_measured, bench_x, bench_d[0], bench_t), heat_jvp8(bench_n, bench_s, bench_kappa, bench_measured, bench_x, D8, bench_t))
