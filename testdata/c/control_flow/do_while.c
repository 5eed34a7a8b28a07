// The series of exp by a do-while loop that ends when its terms are small.
// llad: func f double
// llad: arg x out double 0.375
// llad: tags loop unknown-trip
#include <math.h>

double f(double x) {
  double s = 0, t = 1;
  int k = 1;
  do {
    t = t * x / k++;
    s += t;
  } while (t > 1e-17);
  return s * s;
}
