// Both rows of an observation's Jacobian are one call of the gradient with two
// adjoints at once: a residual's seed for each.
#include <string.h>

#include "../tangent.h"

void ba_residual(const double *camera, const double *point, const double *weight, const double *seen, double *error);
void ba_residual_grad(const double *camera, double *d_camera0, double *d_camera1, const double *point,
                      double *d_point0, double *d_point1, const double *weight, double *d_weight0, double *d_weight1,
                      const double *seen, double *error, double *d_error0, double *d_error1);
void ba_hand(const double *camera, const double *point, const double *weight, const double *seen, double *jacobian);

#define OFF8(n)                                                                                                        \
  bench_d[0] + (n), bench_d[1] + (n), bench_d[2] + (n), bench_d[3] + (n), bench_d[4] + (n), bench_d[5] + (n),          \
      bench_d[6] + (n), bench_d[7] + (n)

static double bench_o[WIDTH][2];

enum { CAMERAS = 10, ROW = 15 };

int bench_n;
double *bench_cameras, *bench_points, *bench_weights, *bench_seen, *bench_g;
static double *errors;

void bench_setup(const long *size) {
  bench_n = (int)size[0];
  bench_cameras = bench_array(11 * CAMERAS, 0.05, 0.3);
  bench_points = bench_array(3 * (size_t)bench_n, 1, 2);
  bench_weights = bench_array((size_t)bench_n, 0.5, 1);
  bench_seen = bench_array(2 * (size_t)bench_n, -1, 1);
  bench_g = bench_array(2 * ROW * (size_t)bench_n, 0, 0);
  errors = bench_array(2 * (size_t)bench_n, 0, 0);
}

double bench_primal(void) {
  for (int i = 0; i < bench_n; i++)
    ba_residual(bench_cameras + 11 * (i % CAMERAS), bench_points + 3 * i, bench_weights + i, bench_seen + 2 * i,
                errors + 2 * i);
  return errors[0];
}

void bench_llad(void) {
  for (int i = 0; i < bench_n; i++) {
    double *row = bench_g + 2 * ROW * i, *next = row + ROW, seed0[2] = {1, 0}, seed1[2] = {0, 1};
    memset(row, 0, 2 * ROW * sizeof *row);
    ba_residual_grad(bench_cameras + 11 * (i % CAMERAS), row, next, bench_points + 3 * i, row + 11, next + 11,
                     bench_weights + i, row + 14, next + 14, bench_seen + 2 * i, errors + 2 * i, seed0, seed1);
  }
}

void bench_hand(void) {
  for (int i = 0; i < bench_n; i++)
    ba_hand(bench_cameras + 11 * (i % CAMERAS), bench_points + 3 * i, bench_weights + i, bench_seen + 2 * i,
            bench_g + 2 * ROW * i);
}

const double *bench_gradient(size_t *n) {
  *n = 2 * ROW * (size_t)bench_n;
  return bench_g;
}

double *bench_variables(void) { return NULL; }

void ba_residual_jvp(ONE, ONE, ONE, ONE, ONE, ONE, ONE, double *, double *);
void ba_residual_jvp8(ONE, EIGHT, ONE, EIGHT, ONE, EIGHT, ONE, double *, EIGHT);

BENCH_TANGENT(
    for (int i = 0; i < bench_n; i++)
        ba_residual_jvp(bench_cameras + 11 * (i % CAMERAS), bench_d[0], bench_points + 3 * i, bench_d[0] + 11,
                        bench_weights + i, bench_d[0] + 14, bench_seen + 2 * i, errors + 2 * i, bench_t),
    for (int i = 0; i < bench_n; i++)
        ba_residual_jvp8(bench_cameras + 11 * (i % CAMERAS), D8, bench_points + 3 * i, OFF8(11), bench_weights + i,
                         OFF8(14), bench_seen + 2 * i, errors + 2 * i, bench_o[0], bench_o[1], bench_o[2], bench_o[3],
                         bench_o[4], bench_o[5], bench_o[6], bench_o[7]))
