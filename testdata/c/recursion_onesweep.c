// Recursions whose results have coefficients that are known before the calls: sums over trees and over halves, minors, on conditions, with functions of what is read.
// llad: func f double
// llad: arg x dup double[16] {0.7,1.3,0.4,1.9,0.55,1.1,0.25,0.8,1.6,0.95,0.35,1.45,0.6,1.2,0.85,0.5}
// llad: arg w out double 1.25
// llad: arg n const int 16
#include <math.h>
static double halves(const double *x, int lo, int hi, int depth) {
  if (hi - lo == 1)
    return sin(x[lo]) * x[lo];
  int mid = (lo + hi) / 2;
  double scale = x[lo] * 0.5;
  if (depth % 2)
    return halves(x, lo, mid, depth + 1) - x[hi - 1] * halves(x, mid, hi, depth + 1);
  return scale * halves(x, lo, mid, depth + 1) + halves(x, mid, hi, depth + 1) / x[mid];
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
static double minors(const double *a, int m, unsigned left, int row) {
  double d = 0;
  int sign = 1;
  for (int c = 0; c < 4; c++)
    if (left & 1u << c) {
      double part = m == 1 ? a[row * 4 + c] : a[row * 4 + c] * minors(a, m - 1, left & ~(1u << c), row + 1);
      if (sign > 0)
        d += part;
      else
        d -= part;
      sign = -sign;
    }
  return d;
}
static double odd(const double *x, int n);
static double even(const double *x, int n) { return n <= 0 ? 1.5 : x[n - 1] * odd(x, n - 1) + x[0]; }
static double odd(const double *x, int n) { return n <= 0 ? x[1] : cos(x[n - 1]) - even(x, n - 2) * x[2]; }
double f(const double *x, double w, int n) {
  double s = w * halves(x, 0, n, 0) + 0.5 * w;
  if (n > 9)
    s += tree(x, n, 0);
  return s - minors(x, 4, 15, 0) / w + even(x, 9);
}
