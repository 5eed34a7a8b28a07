// Rounding by adding a large number of the sign of what is rounded, and taking it away again,
// as libraries of functions do.
// llad: func f double
// llad: arg x dup double[6] {1.3,-2.7,0.4,-0.6,3.8,-1.2}
// llad: tags math nowiden
#include <math.h>

static const double two52[2] = {0x1p52, -0x1p52};

static double by_copysign(double x) { return (x + copysign(0x1p52, x)) - copysign(0x1p52, x); }

static double by_choice(double x) {
  double big = x < 0 ? -0x1p52 : 0x1p52;
  return (x + big) - big;
}

static double by_negation(double x) {
  double big = 0x1.8p52;
  if (x < 0)
    big = -big;
  return (x - -big) + -big;
}

static double by_table(double x) {
  int s = signbit(x) != 0;
  double sum = two52[s] + x;
  return sum - two52[s];
}

static double by_volatile(double x) {
  double big = copysign(0x1p52, x);
  volatile double sum = x + big;
  return sum - big;
}

static float by_float(float x) {
  float big = copysignf(0x1p23f, x);
  return (x + big) - big;
}

double f(const double *x) {
  double left = x[0] - by_copysign(x[0]);
  return left * left + x[1] * by_choice(x[1]) + x[2] * by_negation(x[3]) + x[4] * by_table(x[5]) + x[3] * by_float((float)x[4]) +
         x[0] * by_volatile(x[5]);
}
