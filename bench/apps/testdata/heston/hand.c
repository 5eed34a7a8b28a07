// The adjoint of heston, path by path: log price, variance and both normal numbers of every step are kept on the stack.
#include <math.h>
#include <stdlib.h>

#include "heston.h"

static void path(const double *restrict x, double *restrict d_x, unsigned which, int steps, double maturity, double strike, double scale) {
  double kept[steps][4];
  double dt = maturity / steps, root = sqrt(dt), rho = x[CORRELATION], other = sqrt(1 - rho * rho);
  double s = log(x[SPOT]), v = x[VARIANCE], sum = 0;
  for (int t = 0; t < steps; t++) {
    double z1 = heston_normal(which, t, 0), n = heston_normal(which, t, 1), plus = v > 0 ? v : 0, deviation = sqrt(plus + 1e-12) * root;
    kept[t][0] = v, kept[t][1] = z1, kept[t][2] = n;
    s += (x[RATE] - 0.5 * plus) * dt + deviation * z1;
    v += x[SPEED] * (x[LEVEL] - plus) * dt + x[VOLATILITY] * deviation * (rho * z1 + other * n);
    sum += kept[t][3] = exp(s);
  }
  double pays = sum / steps - strike;
  if (pays <= 0)
    return;
  double discount = exp(-x[RATE] * maturity) * scale, d_sum = discount / steps, d_s = 0, d_v = 0, d_other = 0;
  d_x[RATE] -= maturity * discount * pays;
  for (int t = steps - 1; t >= 0; t--) {
    double z1 = kept[t][1], n = kept[t][2], w = kept[t][0], plus = w > 0 ? w : 0, r = sqrt(plus + 1e-12), deviation = r * root;
    double z2 = rho * z1 + other * n;
    d_s += d_sum * kept[t][3];
    d_x[RATE] += d_s * dt;
    d_x[SPEED] += d_v * (x[LEVEL] - plus) * dt;
    d_x[LEVEL] += d_v * x[SPEED] * dt;
    d_x[VOLATILITY] += d_v * deviation * z2;
    double d_z2 = d_v * x[VOLATILITY] * deviation;
    d_x[CORRELATION] += d_z2 * z1;
    d_other += d_z2 * n;
    double d_deviation = d_s * z1 + d_v * x[VOLATILITY] * z2;
    double d_plus = -0.5 * dt * d_s - d_v * x[SPEED] * dt + d_deviation * root * 0.5 / r;
    if (w > 0)
      d_v += d_plus;
  }
  d_x[CORRELATION] -= d_other * rho / other;
  d_x[SPOT] += d_s / x[SPOT];
  d_x[VARIANCE] += d_v;
}

void heston_hand(const double *x, double *d_x, int paths, int steps, double maturity, double strike) {
  double d[PARAMETERS] = {0};
#pragma omp parallel for reduction(+ : d)
  for (int k = 0; k < paths; k++)
    path(x, d, k, steps, maturity, strike, 1.0 / paths);
  for (int i = 0; i < PARAMETERS; i++)
    d_x[i] += d[i];
}
