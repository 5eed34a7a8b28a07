#include "../adolc.hpp"

#define real adouble
#include "primal.c"

extern "C" {
extern int bench_n, bench_s;
extern double *bench_x, *bench_g;
}

extern "C" void bench_adolc(void) {
  adolc_gradient(bench_n, bench_x, bench_g, [](const adouble *x) { return ode(bench_n, bench_s, x); });
}
