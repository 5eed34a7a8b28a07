// Recursions whose results have coefficients that are known before the calls: sums over halves and of sums, two functions in turn, on conditions, with functions of what is read.
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
static double nest(const double *x, const int *at, int n) {
  if (n == 0)
    return x[3];
  double s = 0;
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++)
      s += x[at[n + i + j]] * x[j];
    s -= nest(x, at, n - 1) * x[n + i];
  }
  return s;
}
static double odd(const double *x, int n);
static double even(const double *x, int n) { return n <= 0 ? 1.5 : x[n - 1] * odd(x, n - 1) + x[0]; }
static double odd(const double *x, int n) { return n <= 0 ? x[1] : cos(x[n - 1]) - even(x, n - 2) * x[2]; }
double f(const double *x, double w, int n) {
  double s = w * halves(x, 0, n, 0) + 0.5 * w;
  int at[8] = {3, 1, 2, 0, 5, 7, 6, 4};
  return s - nest(x, at, 4) / w + even(x, 9);
}
