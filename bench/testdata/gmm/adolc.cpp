#include "../adolc.hpp"

#define real adouble
#include "primal.c"

extern "C" {
extern int bench_dim, bench_k, bench_n;
extern size_t bench_total;
extern double *bench_x, *bench_g, *bench_data;
}

extern "C" void bench_adolc(void) {
  adolc_gradient((int)bench_total, bench_x, bench_g, [](const adouble *p) {
    const adouble *means = p + bench_k, *icf = means + bench_k * bench_dim;
    return gmm(bench_dim, bench_k, bench_n, p, means, icf, bench_data, 1.5, 2);
  });
}
