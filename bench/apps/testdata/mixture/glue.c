// Arguments: points.
#include <string.h>

#include "mixture.h"
#include "tangent.h"

double mixture_grad(const double *logits, double *d_logits, const double *means, double *d_means, const double *factors,
                    double *d_factors, const double *points, int n, double seed);
double mixture_jvp(const double *logits, const double *d_logits, const double *means, const double *d_means, const double *factors,
                   const double *d_factors, const double *points, int n, double *d_ret);

static double x[SIZE], d_x[SIZE], *points;
static int n;

#define ALL(x, d) x, d, x + COMPONENTS, d + COMPONENTS, x + COMPONENTS * (1 + DIM), d + COMPONENTS * (1 + DIM)

void bench_setup(const long *size) {
  n = (int)size[0];
  points = bench_array((size_t)n * DIM, -1, 1);
  for (int i = 0; i < SIZE; i++)
    x[i] = bench_uniform(-0.3, 0.3);
  for (int k = 0; k < COMPONENTS; k++)
    for (int i = 0, p = 0; i < DIM; p += ++i + 1)
      x[COMPONENTS * (1 + DIM) + k * PACKED + p] += 1;
}

double bench_primal(void) { return mixture(x, x + COMPONENTS, x + COMPONENTS * (1 + DIM), points, n); }

void bench_llad(void) {
  memset(d_x, 0, sizeof d_x);
  mixture_grad(ALL(x, d_x), points, n, 1);
}

void bench_hand(void) {
  memset(d_x, 0, sizeof d_x);
  mixture_hand(ALL(x, d_x), points, n);
}

void bench_jvp(void) { mixture_jvp(ALL(x, bench_d[0]), points, n, bench_t); }

const double *bench_gradient(size_t *size) {
  *size = SIZE;
  return d_x;
}

double *bench_variables(void) { return x; }
