#include "../adolc.hpp"

#define real adouble
#include "primal.c"

extern "C" {
extern int bench_n, bench_m;
extern double *bench_a, *bench_b, *bench_x, *bench_g;
}

extern "C" void bench_adolc(void) {
  adolc_gradient(bench_m, bench_x, bench_g,
                 [](const adouble *x) { return lsq(bench_n, bench_m, bench_a, bench_b, x); });
}
