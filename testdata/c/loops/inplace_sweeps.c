// Several sweeps over the same array; old values are gone when the reverse
// sweep wants them.
// llad: func f void
// llad: arg v dup double[6] range(0.5,1.25) inout
// llad: arg n const int 6
// llad: arg sweeps const int 4
// llad: tags inplace loop nested
#include <math.h>

void f(double *v, int n, int sweeps) {
  for (int s = 0; s < sweeps; s++) {
    for (int i = 1; i < n - 1; i++)
      v[i] = 0.5 * v[i] + 0.25 * (v[i - 1] * v[i + 1]);
    v[0] = sin(v[n - 1]);
    double t = v[1];
    v[1] = v[2];
    v[2] = t;
  }
}
