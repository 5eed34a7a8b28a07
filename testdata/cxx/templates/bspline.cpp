// Templates with non-type parameters, recursion in templates, small fixed matrices, constexpr if.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <array>
#include <cmath>
#include <type_traits>
template <int N> double power(double v) { if constexpr (N == 0) return 1; else return v * power<N - 1>(v); }
template <class T, int R, int C> struct Mat {
  T a[R][C] = {};
  T &operator()(int i, int j) { return a[i][j]; }
  const T &operator()(int i, int j) const { return a[i][j]; }
  template <int K> Mat<T, R, K> operator*(const Mat<T, C, K> &o) const { Mat<T, R, K> r; for (int i = 0; i < R; i++) for (int j = 0; j < K; j++) for (int k = 0; k < C; k++) r(i, j) += a[i][k] * o(k, j); return r; }
  Mat<T, C, R> t() const { Mat<T, C, R> r; for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) r(j, i) = a[i][j]; return r; }
};
static double basis(int i, int k, double t, const double *knots) {
  if (k == 0) return t >= knots[i] && t < knots[i + 1] ? 1 : 0;
  double l = (t - knots[i]) / (knots[i + k] - knots[i]), r = (knots[i + k + 1] - t) / (knots[i + k + 1] - knots[i + 1]);
  return l * basis(i, k - 1, t, knots) + r * basis(i + 1, k - 1, t, knots);
}
extern "C" double f(double *x, int n) {
  Mat<double, 2, 3> m;
  for (int i = 0; i < 6; i++) m(i / 3, i % 3) = x[i] * (i + 1);
  auto g = m * m.t();
  double knots[10];
  for (int i = 0; i < 10; i++) knots[i] = i + 0.1 * x[i % n];
  double s = 0;
  for (int i = 0; i < 5; i++) s += x[i] * basis(i, 3, 4.2 + x[5] * 0.1, knots);
  return g(0, 0) * g(1, 1) - power<2>(g(0, 1)) + s + power<5>(x[0]);
}
