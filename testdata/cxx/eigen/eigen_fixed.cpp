// Eigen: matrices and vectors of fixed size, cross and dot products, norms, inverse, determinant.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
// Contraction is off: the compiler folds a multiply-add of constants as a fused one, where it unrolls the loop.
// llad: cflags -isystem /usr/include/eigen3 -ffp-contract=off
#include <Eigen/Dense>
using namespace Eigen;
extern "C" double f(double *x, int n) {
  Matrix3d a;
  for (int i = 0; i < 9; i++) a(i / 3, i % 3) = x[i % 6] * (1 + 0.1 * i);
  Vector3d v(x[0], x[1], x[2]);
  Vector3d w = a * v + v.cross(Vector3d(x[3], x[4], x[5]));
  return w.dot(v) + a.determinant() + a.trace() + w.norm() + (a * a.transpose()).sum() + a.inverse()(0, 1);
}
