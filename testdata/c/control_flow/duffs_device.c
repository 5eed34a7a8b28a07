// Duff's device: a switch that jumps into the middle of a loop.
// llad: func f double
// llad: arg x dup double[11] range(0.5,1.5)
// llad: arg n const int 11
// llad: tags irreducible switch loop
#include <math.h>

double f(const double *x, int n) {
  double s = 0.5;
  int rounds = (n + 3) / 4;
  switch (n % 4) {
  case 0:
    do {
      s = s * 0.5 + *x * *x; x++; /* fall through */
    case 3:
      s = s + sin(*x); x++; /* fall through */
    case 2:
      s = s * *x; x++; /* fall through */
    case 1:
      s = s + 1 / *x; x++;
    } while (--rounds > 0);
  }
  return s;
}
