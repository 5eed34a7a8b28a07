// Results are stored behind the loops that made them, through a pointer that may
// lead, and here does, to what the loops read: the reverse sweep runs them again
// on memory as it was, and leaves what the function leaves.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5) inout
// llad: arg r dup double[2] zero
// llad: arg same const int 1
// llad: tags loop alias
#include <math.h>

double f(double *x, double *r, int same) {
  double *q = same ? x : r;
  double s = 0;
  for (int i = 0; i < 8; i++) {
    double t[4];
    for (int j = 0; j < 4; j++)
      t[j] = x[i] * x[i] + j * x[(i + j) & 7];
    for (int j = 0; j < 4; j++)
      s += t[j] * t[3 - j] * x[i];
  }
  *q = s * 0.01;
  q[1] = s * x[2] * 0.01;
  *q = *q + x[1];
  double e = 0;
  for (int i = 0; i < 8; i++)
    e += sin(x[i] * x[i]) * s;
  *q = *q * e;
  return e * x[0];
}
