// A loop over the two sides of a cell with a body too large to be unrolled: its counter, and where its results go, are phis
// of constants, and a flag decides whether there is another side.
// llad: func f double
// llad: arg x dup double[40] range(0.5,1.5)
// llad: arg n const int 20
// llad: tags loop
#include <math.h>

static double slope(double a, double b) {
  if (a * b <= 0)
    return 0;
  return fabs(a) < fabs(b) ? a : b;
}

static void flux(const double *l, const double *r, double *out) {
  double ul = l[1] / l[0], ur = r[1] / r[0];
  double speed = fmax(fabs(ul) + sqrt(l[0]), fabs(ur) + sqrt(r[0]));
  for (int k = 0; k < 2; k++)
    out[k] = 0.5 * (l[k] * ul + r[k] * ur) - 0.5 * speed * (r[k] - l[k]);
}

double f(const double *x, int n) {
  double sum = 0;
  for (int i = 2; i < n - 2; i++) {
    double through[2][2];
    for (int side = 0; side < 2; side++) {
      int at = i - 1 + side;
      double l[2], r[2];
      for (int k = 0; k < 2; k++) {
        const double *p = x + k * n;
        l[k] = p[at] + 0.5 * slope(p[at] - p[at - 1], p[at + 1] - p[at]);
        r[k] = p[at + 1] - 0.5 * slope(p[at + 1] - p[at], p[at + 2] - p[at + 1]);
      }
      flux(l, r, through[side]);
    }
    sum += (through[1][0] - through[0][0]) * (through[1][1] - 0.5 * through[0][1]);
  }
  return sum;
}
