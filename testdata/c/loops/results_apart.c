// A loop whose iterations each store two results, in places of their own, that nothing reads: it need not run before the reverse
// sweep. A second one runs behind it on other memory.
// llad: func f void
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg r dup double[12] zero
// llad: arg y dup double[3] range(0.5,1.5)
// llad: arg q dup double[3] zero
// llad: arg n const int 6
// llad: arg m const int 3
// llad: tags loop
#include <math.h>

void f(const double *restrict x, double *restrict r, const double *restrict y, double *restrict q, int n, int m) {
  for (int i = 0; i < n; i++) {
    double u = x[i], v = 1;
    for (int k = 0; k < m; k++) {
      v = 0.5 * sin(u * v) + 0.3;
      u += v * x[i];
    }
    r[2 * i] = u * v;
    r[2 * i + 1] = u - v;
  }
  for (int i = 0; i < m; i++) {
    double u = 1;
    for (int k = 0; k < n; k++)
      u = cos(u * y[i]);
    q[i] = u;
  }
}
