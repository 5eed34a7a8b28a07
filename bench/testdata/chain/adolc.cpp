#include "../adolc.hpp"

#define real adouble
#include "primal.c"

extern "C" {
extern int bench_m, bench_n;
extern double *bench_x, *bench_g;
}

extern "C" void bench_adolc(void) {
  adolc_gradient(bench_m * bench_n * bench_n, bench_x, bench_g,
                 [](const adouble *x) { return chain(bench_m, bench_n, x); });
}
