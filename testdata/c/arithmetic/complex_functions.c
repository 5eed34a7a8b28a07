// Functions of complex.h; products and quotients that the compiler leaves to
// its runtime.
// llad: func f double
// llad: arg x dup double[4] {0.75,-0.5,1.25,0.625}
// llad: tags complex math
#include <complex.h>

static double join(double _Complex z, int k) { return creal(z) * k + cimag(z) / k; }

double f(const double *x) {
  double _Complex a = __builtin_complex(x[0], x[1]), b = __builtin_complex(x[2], x[3]);
  double _Complex q = a * b / (a + b) - a / b;
  double s = join(q, 1) + join(cexp(a), 2) + join(clog(b), 3) + join(csqrt(a), 4) + join(cpow(a, b), 5);
  s += join(csin(a), 2) + join(ccos(b), 3) + join(ctan(a), 4);
  s += join(csinh(a), 2) + join(ccosh(b), 3) + join(ctanh(a), 4);
  s += join(casin(a), 2) + join(cacos(b), 3) + join(catan(a), 4);
  s += join(casinh(a), 2) + join(cacosh(b), 3) + join(catanh(a), 4);
  return s + cabs(q) * carg(b);
}
