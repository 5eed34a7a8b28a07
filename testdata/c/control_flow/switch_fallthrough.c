// A switch whose cases fall through to the next.
// llad: func f double
// llad: arg x dup double[5] range(0.5,1.5)
// llad: arg start const int[5] {3,1,0,2,9}
// llad: tags switch loop
#include <math.h>

double f(const double *x, const int *start) {
  double s = 0.25;
  for (int i = 0; i < 5; i++) {
    double t = x[i];
    switch (start[i]) {
    case 3: t = t * t; /* fall through */
    case 2: t = t + s; /* fall through */
    case 1: t = t * 1.5; break;
    case 0: t = sin(t);
    }
    s = s * 0.5 + t;
  }
  return s;
}
