// What is printed to a stream of the C library when something fails has no part in a
// derivative, though the stream's variable could hold the address of a table of code.
// llad: func f double
// llad: arg x dup double[3] range(0.5,1.5)
// llad: arg which const int 1
// llad: tags indirect loop
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct kind {
  const char *name;
  double (*value)(double, double);
};

static double product(double a, double b) { return a * b + sin(b); }
static double ratio(double a, double b) { return a / (1 + b * b); }

struct kind kinds[2] = {{"product", product}, {"ratio", ratio}};
struct kind *chosen = &kinds[0];
FILE *report;
void (*on_failure)(const char *why, int code);

void choose(int which) { chosen = &kinds[which & 1]; }

__attribute__((noinline)) static void fail(const char *why, int code) {
  if (on_failure) {
    on_failure(why, code);
    return;
  }
  if (!report)
    report = stderr;
  fprintf(report, "%s: %d\n", why, code);
  fflush(stdout);
  fwrite("stopped\n", 8, 1, stderr);
  abort();
}

double f(const double *x, int which) {
  double s = 1;
  for (int i = 0; i < 3; i++) {
    s = chosen->value(s, x[i]);
    if (which && s < -1000)
      fail("out of range", i);
    s = kinds[which].value(s, x[i]);
  }
  return s;
}
