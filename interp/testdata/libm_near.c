// The other functions of math.h: compared to a few units in the last place.
#include <math.h>
#include <stdio.h>

void sincos(double, double *, double *);
double exp10(double);

static const double xs[] = {0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0, 1.1, 1.7, 2.3, 3.9, 5.5, 7.7, 11.3, 20.0};

int main(void) {
  for (int i = 0; i < (int)(sizeof xs / sizeof *xs); i++) {
    double x = xs[i], s, c;
    float f = (float)x;
    int sg;
    printf("%.17g %.17g %.17g %.17g\n", sin(x), cos(x), tan(x), sin(-x));
    printf("%.17g %.17g %.17g\n", exp(x), exp2(x), expm1(x));
    printf("%.17g %.17g %.17g %.17g\n", log(x), log2(x), log10(x), log1p(x));
    printf("%.17g %.17g %.17g\n", sinh(x), cosh(x), tanh(x));
    printf("%.17g %.17g %.17g\n", asinh(x), acosh(x + 1), atan(x));
    if (x < 1) printf("%.17g %.17g %.17g\n", asin(x), acos(x), atanh(x));
    printf("%.17g %.17g %.17g %.17g\n", cbrt(x), erf(x), erfc(x), tgamma(x));
    printf("%.17g %.17g %.17g %.17g\n", lgamma(x), lgamma_r(x, &sg), j0(x), j1(x));
    printf("%.17g %.17g %.17g\n", y0(x), y1(x), jn(2, x));
    printf("%.17g %.17g %.17g %.17g\n", pow(x, 1.7), pow(x, -2), atan2(x, 2), hypot(x, 0.3));
    sincos(x, &s, &c);
    printf("%.17g %.17g %.17g\n", s, c, exp10(x));
    printf("%.9g %.9g %.9g %.9g\n", sinf(f), cosf(f), tanf(f), expf(f));
    printf("%.9g %.9g %.9g %.9g\n", logf(f), log2f(f), powf(f, 2.5f), tanhf(f));
    printf("%.9g %.9g %.9g %.9g\n", erff(f), cbrtf(f), atan2f(f, 3), hypotf(f, 2));
    printf("%.9g %.9g %.9g %.9g\n", lgammaf(f), tgammaf(f), expm1f(f), log1pf(f));
  }
  return 0;
}
