#include "../scalar.h"
#include "../tangent.h"

double ode(int n, int s, const double *x);
double ode_grad(int n, int s, const double *x, double *d_x, double seed);
void ode_hand(int n, int s, const double *x, double *d_x);

int bench_n, bench_s;

void bench_setup(const long *size) {
  bench_n = (int)size[0], bench_s = (int)size[1];
  bench_scalar((size_t)bench_n, 1, 2);
}

double bench_primal(void) { return ode(bench_n, bench_s, bench_x); }

BENCH_GRADIENT(bench_n, ode_grad(bench_n, bench_s, bench_x, bench_g, 1), ode_hand(bench_n, bench_s, bench_x, bench_g))

double ode_jvp(int, int, ONE, ONE, double *d_ret);
double ode_jvp8(int, int, ONE, EIGHT, double *d_ret);

BENCH_TANGENT(ode_jvp(bench_n, bench_s, bench_x, bench_d[0], bench_t), ode_jvp8(bench_n, bench_s, bench_x, D8, bench_t))
