// Heston's stochastic volatility (1993) by Euler steps that truncate fully the variance (Lord, Koekkoek, van Dijk 2010). Paths run in
// parallel where OpenMP is asked for.
#include <math.h>

#include "heston.h"

// Numbers come from a counter that is mixed, by the method of Box and Muller.
double heston_normal(unsigned path, unsigned step, unsigned which) {
  unsigned long long k = ((unsigned long long)path << 32) + step + 1;
  k = (k ^ (k >> 30)) * 0xbf58476d1ce4e5b9ull;
  k = (k ^ (k >> 27)) * 0x94d049bb133111ebull;
  k ^= k >> 31;
  double u = ((unsigned)(k >> 32) + 0.5) / 4294967296.0, w = (unsigned)k / 4294967296.0 * 6.283185307179586;
  return sqrt(-2 * log(u)) * (which ? sin(w) : cos(w));
}

static double path(const double *x, unsigned which, int steps, double maturity, double strike) {
  double dt = maturity / steps, root = sqrt(dt), other = sqrt(1 - x[CORRELATION] * x[CORRELATION]);
  double s = log(x[SPOT]), v = x[VARIANCE], sum = 0;
  for (int t = 0; t < steps; t++) {
    double z1 = heston_normal(which, t, 0), z2 = x[CORRELATION] * z1 + other * heston_normal(which, t, 1);
    double plus = v > 0 ? v : 0, deviation = sqrt(plus + 1e-12) * root;
    s += (x[RATE] - 0.5 * plus) * dt + deviation * z1;
    v += x[SPEED] * (x[LEVEL] - plus) * dt + x[VOLATILITY] * deviation * z2;
    sum += exp(s);
  }
  double pays = sum / steps - strike;
  return pays > 0 ? exp(-x[RATE] * maturity) * pays : 0;
}

double heston(const double *x, int paths, int steps, double maturity, double strike) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int k = 0; k < paths; k++)
    sum += path(x, k, steps, maturity, strike);
  return sum / paths;
}
