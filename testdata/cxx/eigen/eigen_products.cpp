// Eigen: products of matrices that its packed kernel computes: every order of storage, blocks and
// transposes, a factor that has a derivative, operands that are overwritten later.
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
    for (int j = 0; j < cols; j++) a(i, j) = typename M::Scalar(x[(i * cols + j) % n] * (by + 0.1 * i - 0.05 * j));
  return a;
}

extern "C" double f(double *x, int n) {
  MatrixXd a = filled<MatrixXd>(x, n, 9, 11, 0.3), b = filled<MatrixXd>(x, n, 11, 8, 0.2), c(9, 8);
  Rows r = filled<Rows>(x, n, 11, 10, 0.4), s = filled<Rows>(x, n, 9, 11, 0.1);
  c.noalias() = x[1] * a * b;
  a = a.bottomRows(8) * r;
  Rows d = s * r;
  d.block(1, 1, 8, 8).noalias() += 0.5 * c.transpose().topRows(8) * s.leftCols(8) * x[2];
  b.noalias() -= r * d.transpose().leftCols(8);
  return a.squaredNorm() * 0.1 + d.norm() + b.sum() + 0.1 * c.squaredNorm();
}
