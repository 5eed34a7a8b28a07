// Calls through a constant table.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg op const int[6] {2,0,1,2,1,0}
// llad: tags indirect loop
#include <math.h>

static double square(double v, double w) { return v * v + w; }
static double wave(double v, double w) { return sin(v) * w; }
static double ratio(double v, double w) { return v / (1 + w * w); }

static double (*const table[])(double, double) = {square, wave, ratio};

double f(const double *x, const int *op) {
  double s = 0.5;
  for (int i = 0; i < 6; i++)
    s = table[op[i]](s, x[i]);
  return s;
}
