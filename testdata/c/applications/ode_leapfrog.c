// Two bodies on their orbit.
// llad: func f double
// llad: arg q dup double[4] {1,0.25,-0.75,0.5} inout
// llad: arg v dup double[4] {0.125,0.5,-0.25,-0.375} inout
// llad: arg m dup double[2] {1.25,0.75}
// llad: arg steps const int 25
// llad: tags ode loop
#include <math.h>

double f(double *q, double *v, const double *m, int steps) {
  const double h = 0.03125;
  for (int s = 0; s < steps; s++) {
    for (int i = 0; i < 4; i++)
      q[i] += 0.5 * h * v[i];
    double dx = q[0] - q[2], dy = q[1] - q[3];
    double r2 = dx * dx + dy * dy + 0.0625, w = 1 / (r2 * sqrt(r2));
    v[0] -= h * m[1] * w * dx;
    v[1] -= h * m[1] * w * dy;
    v[2] += h * m[0] * w * dx;
    v[3] += h * m[0] * w * dy;
    for (int i = 0; i < 4; i++)
      q[i] += 0.5 * h * v[i];
  }
  return q[0] * q[3] - v[1] * v[2];
}
