// How the kernels see their arrays: FLAT is one index, computed in INDEX; otherwise rows have ROW elements, and CONSTANT says that
// loops go to ROW, not to a variable.
#ifndef POLYBENCH_H
#define POLYBENCH_H

#include <stddef.h>

#ifndef INDEX
#define INDEX int
#endif

#ifdef FLAT
#define MAT(a) double *a
#define CUBE(a) double *a
#define M(a, i, j) a[(i) * n + (j)]
#define C(a, i, j, k) a[((i) * n + (j)) * n + (k)]
#else
#define MAT(a) double a[ROW][ROW]
#define CUBE(a) double a[ROW][ROW][ROW]
#define M(a, i, j) a[i][j]
#define C(a, i, j, k) a[i][j][k]
#endif

#ifdef CONSTANT
#define BOUND const INDEX n = ROW
#else
#define BOUND INDEX n = length
#endif

#define FOR(i, from, to) for (INDEX i = (from); i < (to); i++)

// Every kernel has a length, a number of steps and seven arrays.
#define KERNEL(name, ...)                                                                                              \
  void name(INDEX length, INDEX steps, __VA_ARGS__) {                                                                  \
    BOUND;

#endif
