#include "../adolc.hpp"

#define real adouble
#include "primal.c"

extern "C" {
extern int bench_n, bench_s;
extern double *bench_kappa, *bench_measured, *bench_x, *bench_g;
}

extern "C" void bench_adolc(void) {
  adolc_gradient(bench_n * bench_n, bench_x, bench_g,
                 [](const adouble *x) { return heat(bench_n, bench_s, bench_kappa, bench_measured, x); });
}
