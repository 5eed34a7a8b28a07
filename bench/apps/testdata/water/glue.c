// A hump of water that runs apart. Arguments: nx, ny, steps.
#include <math.h>
#include <string.h>

#include "tangent.h"
#include "water.h"

double water_grad(const struct basin *b, double *now, double *d_now, double *next, double *d_next, double *flux, double *d_flux,
                  double seed);
double water_jvp(const struct basin *b, double *now, double *d_now, double *next, double *d_next, double *flux, double *d_flux,
                 double *d_ret);

static struct basin basin;
static size_t n;
static double *start, *now, *next, *flux, *adjoint, *d_next, *d_flux;

void bench_setup(const long *size) {
  basin.nx = (int)size[0], basin.ny = (int)size[1], basin.steps = (int)size[2];
  basin.dx = 1, basin.dt = 0.05;
  size_t w = basin.nx + 2;
  n = w * (basin.ny + 2);
  basin.gauge = bench_array(n, 1, 1.2);
  start = bench_array(3 * n, -0.1, 0.1);
  now = bench_array(3 * n, 0, 0);
  next = bench_array(3 * n, 0, 0);
  flux = bench_array(6 * n, 0, 0);
  adjoint = bench_array(3 * n, 0, 0);
  d_next = bench_array(3 * n, 0, 0);
  d_flux = bench_array(6 * n, 0, 0);
  for (size_t i = 0; i < n; i++) {
    double x = (double)(i % w) / w - 0.4, y = (double)(i / w) / (basin.ny + 2) - 0.6;
    start[i] += 1 + 0.5 * exp(-20 * (x * x + y * y));
  }
}

static void clear(void) {
  memcpy(now, start, 3 * n * sizeof *now);
  memset(adjoint, 0, 3 * n * sizeof *adjoint);
  memset(d_next, 0, 3 * n * sizeof *d_next);
}

double bench_primal(void) {
  memcpy(now, start, 3 * n * sizeof *now);
  return water(&basin, now, next, flux);
}

void bench_llad(void) {
  clear();
  memset(d_flux, 0, 6 * n * sizeof *d_flux);
  water_grad(&basin, now, adjoint, next, d_next, flux, d_flux, 1);
}

void bench_hand(void) {
  clear();
  water_hand(&basin, now, adjoint, next, d_next, flux);
}

void bench_jvp(void) {
  clear();
  memcpy(adjoint, bench_d[0], 3 * n * sizeof *adjoint);
  water_jvp(&basin, now, adjoint, next, d_next, flux, d_flux, bench_t);
}

const double *bench_gradient(size_t *size) {
  *size = 3 * n;
  return adjoint;
}

double *bench_variables(void) { return start; }
