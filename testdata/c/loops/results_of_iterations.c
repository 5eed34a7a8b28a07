// Loops whose iterations store results, each in a place of its own, or not: in the place of another iteration, where a list
// says, over what another iteration reads, or where the function reads or writes again behind the loop.
// llad: func f double
// llad: arg x dup double[12] range(0.5,1.5)
// llad: arg a dup double[12] zero
// llad: arg b dup double[24] zero
// llad: arg c dup double[12] zero
// llad: arg e dup double[12] range(0.1,0.9) inout
// llad: arg to const int[12] {3,1,4,1,5,9,2,6,5,3,5,8}
// llad: arg n const int 12
// llad: tags loop
#include <math.h>

static double steps(double x, int n) {
  double u = 1;
  for (int k = 0; k < n; k++)
    u = 0.5 * sin(u * x) + 0.3 * u;
  return u;
}

double f(const double *x, double *a, double *b, double *c, double *e, const int *to, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    c[to[i]] = steps(x[i], 5);
  for (int i = 1; i < n; i++)
    e[i] = steps(e[i - 1] * x[i], 3) * x[0];
  for (int i = 0; i < n; i++)
    a[i % 5] = steps(x[i], i + 2) * x[i];
  for (int i = 0; i < 5; i++)
    a[i] = a[i] * e[n - 1] + c[3];
  for (int i = 0; i < n; i++) {
    double u = steps(x[i], 6), v = 1;
    for (int k = 0; k < n; k++)
      v += 0.1 * cos(u * 0.1 * k) * x[i];
    b[2 * i] = u * v;
    b[2 * i + 1] = u - v;
    sum += u * v;
  }
  return sum;
}
