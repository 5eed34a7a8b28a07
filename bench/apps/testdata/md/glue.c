// Particles near a lattice. Arguments: particles along each edge, steps.
#include <math.h>
#include <string.h>

#include "md.h"
#include "tangent.h"

double md_grad(const struct box *b, double *x, double *d_x, double *v, double *d_v, const double *p, double *d_p, double *a,
               double *d_a, int steps, double dt, double seed);
double md_jvp(const struct box *b, double *x, double *d_x, double *v, double *d_v, const double *p, double *d_p, double *a,
              double *d_a, int steps, double dt, double *d_ret);

static struct box box;
static int steps;
static size_t n, total; // coordinates, variables
static double *start, *now, *adjoint, *a, *d_a;
static const double dt = 0.002;

void bench_setup(const long *size) {
  int m = (int)size[0];
  steps = (int)size[1];
  box.n = m * m * m;
  n = 3 * (size_t)box.n;
  total = 2 * n + PAIRS * PARAMETERS;
  box.edge = m * pow(0.8, -1.0 / 3);
  box.cutoff = 2.5;
  box.cells = (int)(box.edge / box.cutoff);
  if (box.cells < 3)
    exit(3);
  int *kind = malloc(sizeof *kind * box.n);
  static const int law[PAIRS] = {0, 0, 2, 0, 1, 0, 2, 0, 0};
  box.kind = kind, box.law = law;
  box.head = malloc(sizeof(int) * box.cells * box.cells * box.cells);
  box.next = malloc(sizeof(int) * box.n);
  start = bench_array(total, -1, 1);
  now = bench_array(total, 0, 0);
  adjoint = bench_array(total, 0, 0);
  a = bench_array(n, 0, 0);
  d_a = bench_array(n, 0, 0);
  for (int i = 0; i < box.n; i++) {
    int at[3] = {i % m, i / m % m, i / (m * m)};
    kind[i] = bench_uniform(0, 10) < 6 ? 0 : bench_uniform(0, 2) < 1 ? 1 : 2;
    for (int d = 0; d < 3; d++)
      start[3 * i + d] = box.edge / m * (at[d] + 0.5 + 0.1 * start[3 * i + d]);
  }
  for (int k = 0; k < PAIRS; k++) {
    double *p = start + 2 * n + PARAMETERS * k, r = 0.02 * (k % KINDS + k / KINDS);
    p[0] = 1 + r, p[1] = law[k] == 0 ? 1 - r : law[k] == 1 ? 2 : 0.7, p[2] = 1.1;
  }
}

static void reset(void) { memcpy(now, start, total * sizeof *now); }

static void clear(void) {
  reset();
  memset(adjoint, 0, total * sizeof *adjoint);
  memset(d_a, 0, n * sizeof *d_a);
}

double bench_primal(void) {
  reset();
  return md(&box, now, now + n, now + 2 * n, a, steps, dt);
}

void bench_llad(void) {
  clear();
  md_grad(&box, now, adjoint, now + n, adjoint + n, now + 2 * n, adjoint + 2 * n, a, d_a, steps, dt, 1);
}

void bench_hand(void) {
  clear();
  md_hand(&box, now, adjoint, now + n, adjoint + n, now + 2 * n, adjoint + 2 * n, a, d_a, steps, dt);
}

void bench_jvp(void) {
  reset();
  static double *d;
  if (!d)
    d = malloc(total * sizeof *d);
  memcpy(d, bench_d[0], total * sizeof *d);
  md_jvp(&box, now, d, now + n, d + n, now + 2 * n, d + 2 * n, a, d_a, steps, dt, bench_t);
}

const double *bench_gradient(size_t *size) {
  *size = total;
  return adjoint;
}

double *bench_variables(void) { return start; }
