// Arguments: paths, steps.
#include <math.h>
#include <string.h>

#include "heston.h"
#include "tangent.h"

double heston_grad(const double *x, double *d_x, int paths, int steps, double maturity, double strike, double seed);
double heston_jvp(const double *x, double *d_x, int paths, int steps, double maturity, double strike, double *d_ret);

static double x[PARAMETERS] = {100, 0.04, 0.03, 1.5, 0.04, 0.3, -0.7}, d_x[PARAMETERS];
static int paths, steps;

void bench_setup(const long *size) { paths = (int)size[0], steps = (int)size[1]; }

double bench_primal(void) { return heston(x, paths, steps, 1, 98); }

void bench_llad(void) {
  memset(d_x, 0, sizeof d_x);
  heston_grad(x, d_x, paths, steps, 1, 98, 1);
}

void bench_hand(void) {
  memset(d_x, 0, sizeof d_x);
  heston_hand(x, d_x, paths, steps, 1, 98);
}

void bench_jvp(void) { heston_jvp(x, bench_d[0], paths, steps, 1, 98, bench_t); }

const double *bench_gradient(size_t *size) {
  *size = PARAMETERS;
  return d_x;
}

double *bench_variables(void) { return x; }
