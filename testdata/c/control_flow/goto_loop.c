// Loops and exits made of goto.
// llad: func f double
// llad: arg x dup double[7] range(0.5,1.5)
// llad: arg n const int 7
// llad: tags goto loop
#include <math.h>

double f(const double *x, int n) {
  double s = 1;
  int i = 0;
again:
  if (i >= n)
    goto done;
  s = s * 0.75 + x[i] * x[i];
  if (s > 4)
    goto shrink;
  i++;
  goto again;
shrink:
  s = sqrt(s);
  i += 2;
  goto again;
done:
  return s * s;
}
