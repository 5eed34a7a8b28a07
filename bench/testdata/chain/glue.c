#include "../scalar.h"
#include "../tangent.h"

double chain(int m, int n, const double *x);
double chain_grad(int m, int n, const double *x, double *d_x, double seed);
void chain_hand(int m, int n, const double *x, double *d_x);

int bench_m, bench_n;

#define NUMBERS (bench_m * bench_n * bench_n)

void bench_setup(const long *size) {
  bench_m = (int)size[0], bench_n = (int)size[1];
  bench_scalar(NUMBERS, -0.2, 0.2);
}

double bench_primal(void) { return chain(bench_m, bench_n, bench_x); }

BENCH_GRADIENT(NUMBERS, chain_grad(bench_m, bench_n, bench_x, bench_g, 1),
               chain_hand(bench_m, bench_n, bench_x, bench_g))

double chain_jvp(int, int, ONE, ONE, double *d_ret);
double chain_jvp8(int, int, ONE, EIGHT, double *d_ret);

BENCH_TANGENT(chain_jvp(bench_m, bench_n, bench_x, bench_d[0], bench_t), chain_jvp8(bench_m, bench_n, bench_x, D8, bench_t))
