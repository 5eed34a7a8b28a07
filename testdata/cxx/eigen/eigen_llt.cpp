// Eigen: a solve by LLT; blocks of an array of odd size, which its loops go through from the first
// aligned element on.
// llad: func f double
// llad: arg x dup double[6] {0.7,-0.4,1.3,0.2,0.9,-0.8}
// llad: arg n const int 6
// llad: cflags -isystem /usr/include/eigen3
#include <Eigen/Dense>
using namespace Eigen;
extern "C" double f(double *x, int n) {
  Matrix3d a;
  for (int i = 0; i < 9; i++) a(i / 3, i % 3) = x[i % n] * (1 + 0.1 * i) + (i % 4 == 0 ? 2 : 0);
  Vector3d b = Map<Vector3d>(x);
  Matrix<double, 5, 5> c = Matrix<double, 5, 5>::Zero();
  c.block(1, 1, 3, 3) = a * a.transpose() + Matrix3d::Identity();
  c.topRows(2) += 0.5 * c.bottomRows(2);
  Vector3d s = c.block<3, 3>(1, 1).llt().solve(b);
  return s.squaredNorm() + c.norm();
}
