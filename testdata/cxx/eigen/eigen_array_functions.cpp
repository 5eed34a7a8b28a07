// Eigen: functions of whole arrays, which work on the bits of floats in vectors: exponents, mantissas, signs, masks,
// rounding by a large constant behind an optimisation barrier.
// llad: func f double
// llad: arg x dup double[7] {0.7,1.3,0.4,1.9,0.55,2.1,3.6}
// llad: arg n const int 7
// Contraction is off: the compiler folds a multiply-add of constants as a fused one, where it unrolls the loop.
// llad: cflags -isystem /usr/include/eigen3 -ffp-contract=off
#include <Eigen/Core>
using namespace Eigen;
extern "C" double f(double *x, int n) {
  Map<const ArrayXd> v(x, n);
  return ((v.exp() + v.log()).floor() * v + (v - 1).abs() * v.exp() + (v > 1).select(v * v, v.log())).sum();
}
