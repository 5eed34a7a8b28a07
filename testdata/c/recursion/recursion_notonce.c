// Recursions where no adjoint is known before the calls: results multiplied with each other, behind a function, written to memory on the way, sums that end early.
// llad: func f double
// llad: arg x dup double[8] {0.7,1.3,0.4,1.9,0.55,1.1,0.25,0.8}
// llad: arg y dup double[8] zero
// llad: arg n const int 8
#include <math.h>
static double product(const double *x, int lo, int hi) {
  if (hi - lo == 1)
    return x[lo];
  int mid = (lo + hi) / 2;
  return product(x, lo, mid) * product(x, mid, hi);
}
static double behind(const double *x, int n) {
  if (n == 0)
    return 0.3;
  return sin(x[n - 1] * behind(x, n - 1));
}
static double writes(const double *x, double *y, int n) {
  if (n == 0)
    return x[0];
  double below = writes(x, y, n - 1);
  y[n - 1] = below * x[n - 1];
  return 0.5 * below + x[n - 1];
}
static double last(const double *x, int n, int depth) { // only the last of the results counts
  double r = 0, s = 0;
  for (int i = 0; i < 3; i++) {
    r = depth == 0 ? x[i] * x[n - 1] : x[i] * last(x, n, depth - 1);
    s = 0.5 * s + r;
  }
  return s + r;
}
static double tree(const double *x, int n, int at) {
  double s = 0;
  for (int child = 3 * at + 1; child <= 3 * at + 3; child++) {
    if (child >= n)
      break;
    if (x[child] > 0.9)
      s += x[at] * tree(x, n, child);
    else
      s -= tree(x, n, child) * exp(-x[child]);
  }
  return s + x[at] * x[at];
}
double f(const double *x, double *y, int n) {
  double s = product(x, 0, n) + behind(x, n) + writes(x, y, n);
  return log(1 + s * s) + last(x, n, 2) + tree(x, n, 0);
}
