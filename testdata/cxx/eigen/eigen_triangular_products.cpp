// Eigen: products with a triangle on either side, every triangle of it, with and without a
// diagonal of ones, square and not, in both orders of storage, with a factor that is active.
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
    for (int j = 0; j < cols; j++) a(i, j) = x[(i * cols + j) % n] * (by + 0.02 * i - 0.01 * j);
  return a;
}

extern "C" double f(double *x, int n) {
  MatrixXd wide = filled<MatrixXd>(x, n, 5, 9, 0.3), tall = filled<MatrixXd>(x, n, 9, 5, 0.2);
  Rows r = filled<Rows>(x, n, 9, 9, 0.25);
  MatrixXd a = wide.triangularView<Upper>() * tall;
  a += x[1] * tall.transpose() * r.triangularView<UnitLower>() * tall;
  a.noalias() -= wide * tall.triangularView<StrictlyLower>();
  Rows b = tall * wide.triangularView<UnitUpper>();
  b.noalias() += (x[2] * r).triangularView<Upper>() * r;
  b += wide.triangularView<Lower>().transpose() * a * wide;
  MatrixXd c = r.transpose().triangularView<UnitUpper>() * b;
  return a.squaredNorm() + b.sum() + 0.1 * c.squaredNorm() + c(1, 2);
}
