// C's complex type: products, a quotient, an absolute value by hand.
// llad: func f double
// llad: arg x dup double[4] {0.75,-0.5,1.25,0.625}
// llad: tags complex loop
#include <math.h>

double f(const double *x) {
  double _Complex z = __builtin_complex(x[0], x[1]), c = __builtin_complex(x[2], x[3]);
  for (int i = 0; i < 4; i++)
    z = z * z * 0.25 + c;
  return sqrt(__real__ z * __real__ z + __imag__ z * __imag__ z) + __imag__(z * c);
}
