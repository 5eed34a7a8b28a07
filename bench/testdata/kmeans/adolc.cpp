#include "../adolc.hpp"

#define real adouble
#include "primal.c"

extern "C" {
extern int bench_n, bench_k, bench_dim;
extern double *bench_points, *bench_x, *bench_g;
}

extern "C" void bench_adolc(void) {
  adolc_gradient(bench_k * bench_dim, bench_x, bench_g,
                 [](const adouble *x) { return kmeans(bench_n, bench_k, bench_dim, bench_points, x); });
}
