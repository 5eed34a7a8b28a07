// Eigen: matrices and vectors of dynamic size, products, norms, maps of memory.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
// llad: cflags -isystem /usr/include/eigen3
#include <Eigen/Dense>
using namespace Eigen;
extern "C" double f(double *x, int n) {
  MatrixXd a(3, 3);
  for (int i = 0; i < 9; i++) a(i / 3, i % 3) = x[i % 6] * (1 + 0.1 * i);
  VectorXd v = Map<VectorXd>(x, 3);
  VectorXd w = a * v + 2.0 * v;
  return w.dot(v) + w.squaredNorm() + (a + a.transpose()).norm();
}
