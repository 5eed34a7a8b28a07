// Complex numbers and math functions through pointers, compared to a few units
// in the last place.
#include <complex.h>
#include <math.h>
#include <stdio.h>

static double (*volatile table[])(double) = {sin, exp, sqrt, lgamma, fabs};

int main(void) {
  static const double xs[] = {0.3, 1.7, -0.8, 2.9};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      double complex z = __builtin_complex(xs[i], xs[j]), w = __builtin_complex(xs[j] + 0.1, 0.5);
      double complex r[] = {z * w, z / w, cexp(z), clog(z), csqrt(z), csin(z), ccos(z), ctanh(z), cpow(z, w), conj(z)};
      for (int k = 0; k < 10; k++) printf("%.17g %.17g ", creal(r[k]), cimag(r[k]));
      printf("%.17g %.17g\n", cabs(z), carg(z));
      float complex f = (float complex)z;
      f = f * (float complex)w;
      printf("%.9g %.9g %.9g\n", crealf(cexpf(f / 4)), cimagf(csqrtf(f)), cabsf(f));
    }
  for (int k = 0; k < 5; k++) printf("%.17g ", table[k](1.25));
  printf("\n");
  return 0;
}
