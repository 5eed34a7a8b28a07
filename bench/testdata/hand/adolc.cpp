#include "../adolc.hpp"

#define real adouble
#include "primal.c"

extern "C" {
extern model bench_model;
extern double *bench_x, *bench_g;
}

extern "C" void bench_adolc(void) {
  adolc_gradient(POSE + 2 * bench_model.points, bench_x, bench_g,
                 [](const adouble *x) { return hand(&bench_model, x); });
}
