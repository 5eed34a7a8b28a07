// One of thirty kernels. Arguments: which, the length, steps.
#include <string.h>

#include "polybench.h"
#include "tangent.h"

enum { ARRAYS = 7 };

#define P7 double *, double *, double *, double *, double *, double *, double *
#define K(name, dims, written)                                                                                         \
  void name(INDEX length, INDEX steps, P7);                                                                            \
  void name##_grad(INDEX length, INDEX steps, P7, P7);                                                                 \
  void name##_jvp(INDEX length, INDEX steps, P7, P7);
#include "kernels.inc"
#undef K

static const struct kernel {
  const char *dims, *written;
  void (*run)(INDEX, INDEX, P7);
  void (*grad)(INDEX, INDEX, P7, P7);
  void (*jvp)(INDEX, INDEX, P7, P7);
} kernels[] = {
#define K(name, dims, written) {dims, written, name, name##_grad, name##_jvp},
#include "kernels.inc"
#undef K
}, *kernel;

static INDEX length, steps;
static size_t size_of[ARRAYS], total;
static double *start, *now, *adjoint, *share, *array[ARRAYS], *shadow[ARRAYS];

void bench_setup(const long *size) {
  kernel = kernels + size[0], length = (INDEX)size[1], steps = (INDEX)size[2];
  size_t n = (size_t)size[1], room[] = {1, 2 * n, n * n, n * n * n}; // a pair of vectors stands in one array
  for (int k = 0; k < ARRAYS; k++)
    total += size_of[k] = room[kernel->dims[k] - '0'];
  start = bench_array(total, 0.1, 1);
  now = bench_array(total, 0, 0);
  adjoint = bench_array(total, 0, 0);
  share = bench_array(total, -1, 1);
  size_t at = 0;
  for (int k = 0; k < ARRAYS; at += size_of[k++]) {
    array[k] = now + at, shadow[k] = adjoint + at;
    for (size_t i = 0; i < size_of[k] && kernel->dims[k] == '1'; i++)
      start[at + i] /= (double)n;
    for (size_t i = 0; i < n && kernel->dims[k] == '2'; i++)
      start[at + i * n + i] += (double)n; // systems that can be solved
  }
  memcpy(now, start, total * sizeof *now);
}

// Copies what the kernel writes.
static void begin(double *const to[], const double *from) {
  for (int k = 0; k < ARRAYS; from += size_of[k++])
    if (kernel->written[k] == 'w')
      memcpy(to[k], from, size_of[k] * sizeof *from);
}

static double weighted(double *const of[]) {
  double sum = 0;
  const double *by = share;
  for (int k = 0; k < ARRAYS; by += size_of[k++])
    for (size_t i = 0; i < size_of[k] && kernel->written[k] == 'w'; i++)
      sum += by[i] * of[k][i];
  return sum;
}

#define ALL(p) p[0], p[1], p[2], p[3], p[4], p[5], p[6]

double bench_primal(void) {
  begin(array, start);
  const double *from = start;
  for (int k = 0; k < ARRAYS; from += size_of[k++]) // the others only where they have changed
    if (kernel->written[k] != 'w' && array[k][0] != *from)
      memcpy(array[k], from, size_of[k] * sizeof *from);
  kernel->run(length, steps, ALL(array));
  return weighted(array);
}

#define PAIRS(p, d) p[0], d[0], p[1], d[1], p[2], d[2], p[3], d[3], p[4], d[4], p[5], d[5], p[6], d[6]

void bench_llad(void) {
  begin(array, start);
  memset(adjoint, 0, total * sizeof *adjoint);
  begin(shadow, share);
  kernel->grad(length, steps, PAIRS(array, shadow));
}

void bench_jvp(void) {
  begin(array, start);
  memcpy(adjoint, bench_d[0], total * sizeof *adjoint);
  kernel->jvp(length, steps, PAIRS(array, shadow));
  bench_t[0] = weighted(shadow);
}

const double *bench_gradient(size_t *size) {
  *size = total;
  return adjoint;
}

double *bench_variables(void) { return start; }
