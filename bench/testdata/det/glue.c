#include "../scalar.h"
#include "../tangent.h"

double det(int n, const double *a);
double det_grad(int n, const double *a, double *d_a, double seed);
void det_hand(int n, const double *a, double *d_a);

int bench_n;

void bench_setup(const long *size) {
  bench_n = (int)size[0];
  bench_scalar((size_t)bench_n * bench_n, -1, 1);
}

double bench_primal(void) { return det(bench_n, bench_x); }

BENCH_GRADIENT(bench_n *bench_n, det_grad(bench_n, bench_x, bench_g, 1), det_hand(bench_n, bench_x, bench_g))

double det_jvp(int, ONE, ONE, double *d_ret);
double det_jvp8(int, ONE, EIGHT, double *d_ret);

BENCH_TANGENT(det_jvp(bench_n, bench_x, bench_d[0], bench_t), det_jvp8(bench_n, bench_x, D8, bench_t))
