#include "../adolc.hpp"

#define real adouble
#include "primal.c"

extern "C" {
extern int bench_n;
extern double *bench_cameras, *bench_points, *bench_weights, *bench_seen, *bench_g;
}

// One tape for each observation, since its branches depend on the values.
extern "C" void bench_adolc(void) {
  for (int i = 0; i < bench_n; i++) {
    double x[15], y, *rows[2] = {bench_g + 30 * i, bench_g + 30 * i + 15};
    for (int j = 0; j < 11; j++)
      x[j] = bench_cameras[11 * (i % 10) + j];
    for (int j = 0; j < 3; j++)
      x[11 + j] = bench_points[3 * i + j];
    x[14] = bench_weights[i];
    trace_on(1);
    adouble ax[15], error[2];
    for (int j = 0; j < 15; j++)
      ax[j] <<= x[j];
    ba_residual(ax, ax + 11, ax + 14, bench_seen + 2 * i, error);
    error[0] >>= y;
    error[1] >>= y;
    trace_off();
    jacobian(1, 2, 15, x, rows);
  }
}
