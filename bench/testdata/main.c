// Measures one problem: `check SIZE...` compares the gradients, `time MS SIZE...`
// times primal and gradients interleaved, `memory SIZE...` tells the peak, `value
// SIZE...` the result.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tangent.h"

double *bench_d[WIDTH], bench_t[WIDTH];

static void primal(void) {
  static volatile double sink;
  sink = bench_primal();
  (void)sink;
}

static const struct who {
  const char *name;
  void (*run)(void);
} all[] = {
    {"primal", primal},
    {"llad", bench_llad},
#ifndef BENCH_NO_HAND
    {"hand", bench_hand},
#endif
#ifdef BENCH_ADOLC
    {"adolc", bench_adolc},
#endif
    {"jvp", bench_jvp},
#ifndef BENCH_NO_JVP8
    {"jvp8", bench_jvp8},
#endif
};

#ifdef BENCH_NO_JVP8
enum { TANGENTS = 1 };
#else
enum { TANGENTS = 2 };
#endif

enum { WHO = sizeof all / sizeof *all, GRADIENTS = WHO - TANGENTS, ROUNDS = 15 };

static double now(void) {
  struct timespec t;
#ifdef BENCH_THREADS
  clock_gettime(CLOCK_MONOTONIC, &t);
#else
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); // others' use of the machine does not count
#endif
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static long peak_bytes(const char *field) {
  char line[256];
  long kb = -1;
  FILE *f = fopen("/proc/self/status", "r");
  while (f && fgets(line, sizeof line, f))
    if (!strncmp(line, field, strlen(field)))
      sscanf(line + strlen(field), ": %ld", &kb);
  if (f)
    fclose(f);
  return kb * 1024;
}

// The resident memory that one run adds to what the inputs take, in a process
// of its own that has run nothing before.
static void memory(const struct who *w) {
  int fd[2];
  long extra = -1;
  if (pipe(fd))
    exit(1);
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    long before = peak_bytes("VmRSS");
    w->run();
    extra = peak_bytes("VmHWM") - before;
    _exit(write(fd[1], &extra, sizeof extra) != sizeof extra);
  }
  if (read(fd[0], &extra, sizeof extra) != sizeof extra)
    exit(1);
  waitpid(pid, NULL, 0);
  printf("memory %s %ld\n", w->name, extra);
}

static void timing(double each) {
  long reps[WHO], rounds[WHO];
  for (int w = 0; w < WHO; w++) { // the first run warms up and tells how often to repeat
    all[w].run();
    double t = now();
    all[w].run();
    t = now() - t;
    reps[w] = t >= each ? 1 : (long)(each / t) + 1;
    rounds[w] = t > 4e8 ? 2 : ROUNDS;
  }
  for (int r = 0; r < ROUNDS; r++)
    for (int w = 0; w < WHO; w++) {
      if (r >= rounds[w])
        continue;
      double t = now();
      for (long i = 0; i < reps[w]; i++)
        all[w].run();
      printf("time %s %.1f\n", all[w].name, (now() - t) / (double)reps[w]);
    }
}

// The largest difference of b from a, relative to a's norm.
static double distance(const double *a, const double *b, size_t n) {
  double scale = 0, diff = 0;
  for (size_t i = 0; i < n; i++) {
    scale = fmax(scale, fabs(a[i]));
    diff = isnan(b[i]) || isnan(a[i]) ? INFINITY : fmax(diff, fabs(a[i] - b[i]));
  }
  return diff / (scale > 0 ? scale : 1);
}

static double *copy(const double *a, size_t n) {
  double *b = malloc(n * sizeof *b);
  memcpy(b, a, n * sizeof *b);
  return b;
}

// The tangents are the gradient times the directions.
static void tangents(const char *name, const double *gradient, size_t n, int width) {
  double want[WIDTH];
  for (int w = 0; w < width; w++) {
    want[w] = 0;
    for (size_t i = 0; i < n; i++)
      want[w] += gradient[i] * bench_d[w][i];
  }
  if (width == 1)
    bench_jvp();
#ifndef BENCH_NO_JVP8
  else
    bench_jvp8();
#endif
  printf("check %s %.3g\n", name, distance(want, bench_t, width));
}

static void check(void) {
  size_t n;
  const double *g = bench_gradient(&n);
#ifdef BENCH_NO_HAND
  bench_llad();
#else
  bench_hand();
#endif
  double *want = copy(g, n);
  for (int w = 1; w < GRADIENTS; w++)
    for (int again = 0; again < 2; again++) {
      all[w].run();
      printf("check %s %.3g\n", all[w].name, distance(want, g, n));
    }
  double *x = bench_variables();
  if (x) {
    tangents("jvp", want, n, 1);
#ifndef BENCH_NO_JVP8
    tangents("jvp8", want, n, WIDTH);
#endif
  }
  if (x) { // along one direction, against central differences
    double *x0 = copy(x, n), slope = 0, h = 1e-6, f[2], norm = 0;
    for (int s = 0; s < 2; s++) {
      bench_seed = 1234567;
      for (size_t i = 0; i < n; i++)
        x[i] = x0[i] + (s ? h : -h) * fmax(1, fabs(x0[i])) * bench_uniform(-1, 1);
      f[s] = bench_primal();
    }
    bench_seed = 1234567;
    for (size_t i = 0; i < n; i++) {
      double t = want[i] * fmax(1, fabs(x0[i])) * bench_uniform(-1, 1);
      slope += t;
      norm += fabs(t);
    }
    printf("check differences %.3g\n", fabs((f[1] - f[0]) / (2 * h) - slope) / (norm > 0 ? norm : 1));
  }
}

int main(int argc, char **argv) {
  long size[8] = {0};
  int skip = argc > 1 && !strcmp(argv[1], "time") ? 3 : 2;
  if (argc < skip)
    return 2;
  for (int i = skip; i < argc && i - skip < 8; i++)
    size[i - skip] = atol(argv[i]);
  bench_setup(size);
  size_t n;
  bench_gradient(&n);
  for (int w = 0; w < WIDTH; w++)
    bench_d[w] = bench_array(n, -1, 1);
  if (!strcmp(argv[1], "time"))
    timing(atof(argv[2]) * 1e6);
  else if (!strcmp(argv[1], "value"))
    printf("value primal %.17g\n", bench_primal());
  else if (!strcmp(argv[1], "memory"))
    for (int w = 0; w < WHO; w++)
      memory(&all[w]);
  else
    check();
  return 0;
}
