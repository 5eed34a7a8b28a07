// Loops over the memory of vectors and matrices that come by reference: their
// pointers and sizes are read from objects that the loops might write.
// llad: func f double
// llad: arg x dup double[27] range(0.5,1.5)
// llad: arg n const int 3
#include <vector>

struct Matrix {
  int rows, columns;
  double *data;
  double &operator()(int i, int j) { return data[i * columns + j]; }
  double operator()(int i, int j) const { return data[i * columns + j]; }
};

__attribute__((noinline)) static void product(const Matrix &a, const Matrix &b, Matrix &c) {
  for (int i = 0; i < a.rows; i++)
    for (int j = 0; j < b.columns; j++) {
      c(i, j) = 0;
      for (int k = 0; k < a.columns; k++)
        c(i, j) += a(i, k) * b(k, j);
    }
}

__attribute__((noinline)) static void layer(const std::vector<double> &w, const std::vector<double> &x, std::vector<double> &y) {
  for (std::size_t i = 0; i < y.size(); i++) {
    double s = 0;
    for (std::size_t j = 0; j < x.size(); j++)
      s += w[i * x.size() + j] * x[j];
    y[i] = s / (1 + s * s);
  }
}

// The matrix stands in memory that is written through another pointer.
struct Holder {
  Matrix m;
  double values[9];
};

__attribute__((noinline)) static double shift(Holder &h, const Matrix &a) {
  double s = 0;
  for (int i = 0; i < 9; i++)
    h.values[i] = a.data[i] * h.m.data[i];
  for (int i = 0; i < h.m.rows * h.m.columns; i++)
    s += h.m.data[i] * a.data[i];
  return s;
}

extern "C" double f(const double *x, int n) {
  std::vector<double> p(x, x + 9), q(x + 9, x + 18), r(9), y(n), z(n);
  Matrix a{n, n, p.data()}, b{n, n, q.data()}, c{n, n, r.data()};
  product(a, b, c);
  product(c, c, a);
  Matrix d{n, n - 1, p.data() + 2}, e{n - 1, n, p.data()};
  product(d, e, c);
  layer(p, std::vector<double>(x + 18, x + 18 + n), y);
  layer(r, y, z);
  layer(q, z, z);
  Holder h{};
  h.m = {3, 3, h.values};
  for (int i = 0; i < 9; i++)
    h.values[i] = x[18 + i];
  double s = shift(h, a) + shift(h, h.m);
  for (int i = 0; i < n; i++)
    s += y[i] * z[i];
  for (double v : r)
    s += v * v;
  return s;
}
