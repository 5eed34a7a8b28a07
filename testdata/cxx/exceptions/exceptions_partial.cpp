// A callee that changes its caller's memory before it throws.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <stdexcept>
static void update(double *acc, const double *x, int i) {
  acc[0] += x[i] * x[i];
  acc[1] *= 1 + x[i];
  if (i % 2) throw std::runtime_error("odd");
  acc[0] *= 1.5;
}
extern "C" double f(double *x, int n) {
  double acc[2] = {0, 1};
  int caught = 0;
  for (int i = 0; i < n; i++) {
    try { update(acc, x, i); }
    catch (const std::exception &) { caught++; acc[0] += std::sin(acc[1]); }
  }
  return acc[0] * acc[1] + caught;
}
