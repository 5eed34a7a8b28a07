// A channel between walls with a round obstacle. Arguments: nx, ny, steps.
#include <string.h>

#include "lbm.h"
#include "tangent.h"

double lbm_grad(const struct plane *p, double *f, double *d_f, double *g, double *d_g, const double *omega, double *d_omega, double seed);
double lbm_jvp(const struct plane *p, double *f, double *d_f, double *g, double *d_g, const double *omega, double *d_omega, double *d_ret);

static struct plane plane;
static size_t n;
static double *start, *f, *g, *adjoint, *d_g;

void bench_setup(const long *size) {
  static const double weight[9] = {4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};
  plane.nx = (int)size[0], plane.ny = (int)size[1], plane.steps = (int)size[2];
  n = (size_t)plane.nx * plane.ny;
  char *solid = calloc(n, 1);
  for (int y = 0; y < plane.ny; y++)
    for (int x = 0; x < plane.nx; x++) {
      int dx = 4 * x - plane.nx, dy = 2 * y - plane.ny;
      solid[y * plane.nx + x] = y == 0 || y == plane.ny - 1 || dx * dx + 4 * dy * dy < plane.ny * plane.ny / 4;
    }
  plane.solid = solid;
  plane.wanted = bench_array(2 * n, -0.02, 0.06);
  start = bench_array(10 * n, -0.01, 0.01);
  for (size_t i = 0; i < 9 * n; i++)
    start[i] = solid[i % n] ? 0 : weight[i / n] * (1 + start[i] + (i / n % 4 == 1 ? 0.1 : 0));
  for (size_t i = 9 * n; i < 10 * n; i++)
    start[i] += 1.2;
  f = bench_array(9 * n, 0, 0);
  g = bench_array(9 * n, 0, 0);
  adjoint = bench_array(10 * n, 0, 0);
  d_g = bench_array(9 * n, 0, 0);
}

static void clear(void) {
  memcpy(f, start, 9 * n * sizeof *f);
  memset(adjoint, 0, 10 * n * sizeof *adjoint);
  memset(d_g, 0, 9 * n * sizeof *d_g);
}

double bench_primal(void) {
  memcpy(f, start, 9 * n * sizeof *f);
  return lbm(&plane, f, g, start + 9 * n);
}

void bench_llad(void) {
  clear();
  lbm_grad(&plane, f, adjoint, g, d_g, start + 9 * n, adjoint + 9 * n, 1);
}

void bench_hand(void) {
  clear();
  lbm_hand(&plane, f, adjoint, g, d_g, start + 9 * n, adjoint + 9 * n);
}

void bench_jvp(void) {
  clear();
  memcpy(adjoint, bench_d[0], 10 * n * sizeof *adjoint);
  lbm_jvp(&plane, f, adjoint, g, d_g, start + 9 * n, adjoint + 9 * n, bench_t);
}

const double *bench_gradient(size_t *size) {
  *size = 10 * n;
  return adjoint;
}

double *bench_variables(void) { return start; }
