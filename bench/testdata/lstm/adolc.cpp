#include "../adolc.hpp"

#define real adouble
#include "primal.c"

extern "C" {
extern int bench_l, bench_c, bench_b;
extern double *bench_state, *bench_sequence, *bench_x, *bench_g;
}

extern "C" void bench_adolc(void) {
  adolc_gradient(8 * bench_b * bench_l + 3 * bench_b, bench_x, bench_g, [](const adouble *w) {
    return lstm(bench_l, bench_c, bench_b, w, bench_state, bench_sequence);
  });
}
