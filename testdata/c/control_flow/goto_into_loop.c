// A loop with two entries.
// llad: func f double
// llad: arg x dup double[9] range(0.5,1.5)
// llad: arg first const int 1
// llad: tags irreducible goto loop
#include <math.h>

double f(const double *x, int first) {
  double s = 1;
  int i = 0;
  if (first)
    goto middle;
top:
  s = s * x[i];
  i++;
middle:
  s = s + cos(s) * x[i];
  i++;
  if (i < 8)
    goto top;
  return s;
}
