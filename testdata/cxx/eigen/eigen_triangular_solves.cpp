// Eigen: triangular solves from both sides, with every triangle, order of storage and a diagonal
// of ones, and products of which one half is computed, as blocked factorizations do.
// llad: func f double
// llad: arg x dup double[6] {0.7,-0.4,1.3,0.2,0.9,-0.8}
// llad: arg n const int 6
// llad: cflags -isystem /usr/include/eigen3
#include <Eigen/Core>
using namespace Eigen;
typedef Matrix<double, Dynamic, Dynamic, RowMajor> Rows;

template <class M> static M filled(const double *x, int n, int rows, int cols, double by) {
  M a(rows, cols);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) a(i, j) = x[(i * cols + j) % n] * (by + 0.02 * i - 0.01 * j) + (i == j ? 2 : 0);
  return a;
}

extern "C" double f(double *x, int n) {
  MatrixXd t = filled<MatrixXd>(x, n, 7, 7, 0.3), b = filled<MatrixXd>(x, n, 7, 5, 0.2), c = b.transpose();
  Rows r = filled<Rows>(x, n, 7, 7, 0.25);
  t.triangularView<Lower>().solveInPlace(b);
  t.triangularView<UnitUpper>().solveInPlace<OnTheRight>(c);
  double s = b.squaredNorm() + c.norm();
  r.triangularView<Upper>().solveInPlace(b);
  r.triangularView<UnitLower>().solveInPlace<OnTheRight>(c);
  t.transpose().triangularView<UnitUpper>().solveInPlace(b);
  r.transpose().triangularView<Lower>().solveInPlace<OnTheRight>(c);
  Rows d = b;
  t.triangularView<Upper>().solveInPlace(d);
  MatrixXd g = MatrixXd::Zero(7, 7);
  g.selfadjointView<Lower>().rankUpdate(b, x[3]);
  g.triangularView<Upper>() += r * t;
  return s + b.norm() + c.squaredNorm() + d.sum() + 0.01 * g.squaredNorm();
}
