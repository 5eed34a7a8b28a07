// A function that integrates the function it is given.
// llad: func f double
// llad: arg a out double 0.75
// llad: arg which const int 1
// llad: tags indirect higher-order loop
#include <math.h>

struct ctx { double a, gain; };

static double bell(double t, void *p) {
  struct ctx *c = p;
  return c->gain * exp(-c->a * t * t);
}

static double wave(double t, void *p) {
  struct ctx *c = p;
  return sin(c->a * t) + c->gain * t;
}

__attribute__((noinline)) static double integrate(double (*g)(double, void *), void *p, double to) {
  double s = 0, h = to / 8;
  for (int i = 0; i < 8; i++)
    s += h * g((i + 0.5) * h, p);
  return s;
}

double f(double a, int which) {
  struct ctx c = {a, a * a};
  double s = integrate(which ? bell : wave, &c, 2.0);
  c.gain = s;
  return s * integrate(which ? wave : bell, &c, a);
}
