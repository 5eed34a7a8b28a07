// How the glue of a problem calls its tangent functions: of one tangent and of
// eight at once. bench_d holds the directions, bench_t the results.
#ifndef TANGENT_H
#define TANGENT_H

#include "bench.h"

enum { WIDTH = 8 };

extern double *bench_d[WIDTH], bench_t[WIDTH];

#define ONE const double *
#define EIGHT ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE
#define D8 bench_d[0], bench_d[1], bench_d[2], bench_d[3], bench_d[4], bench_d[5], bench_d[6], bench_d[7]

// JVP is the call with one tangent, JVP8 that with eight.
#define BENCH_TANGENT(JVP, JVP8)                                                                                       \
  void bench_jvp(void) { JVP; }                                                                                        \
  void bench_jvp8(void) { JVP8; }

#endif
