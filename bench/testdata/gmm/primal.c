// The log-likelihood of a Gaussian mixture with a Wishart
// prior on the precision factors. alphas[k], means[k][d], icf[k][d(d+1)/2]: the
// logarithms of the factor's diagonal, then its lower triangle column by column.
#include <math.h>

#ifndef real
#define real double
#endif

static real log_sum_exp(int n, const real *v) {
  real m = v[0];
  for (int i = 1; i < n; i++)
    if (m < v[i])
      m = v[i];
  real s = 0;
  for (int i = 0; i < n; i++)
    s += exp(v[i] - m);
  return log(s) + m;
}

static double log_gamma_distrib(double a, double p) {
  double out = 0.25 * p * (p - 1) * log(3.14159265358979323846);
  for (int j = 1; j <= p; j++)
    out += lgamma(a + 0.5 * (1 - j));
  return out;
}

static real log_wishart_prior(int d, int k, double gamma, int m, const real *sum_qs, const real *qdiags,
                              const real *icf) {
  int n = d + m + 1, triangle = d * (d - 1) / 2, row = d * (d + 1) / 2;
  double c = n * d * (log(gamma) - 0.5 * log(2)) - log_gamma_distrib(0.5 * n, d);
  real out = 0;
  for (int ik = 0; ik < k; ik++) {
    real frobenius = 0;
    for (int i = 0; i < d; i++)
      frobenius += qdiags[ik * d + i] * qdiags[ik * d + i];
    for (int i = 0; i < triangle; i++)
      frobenius += icf[ik * row + d + i] * icf[ik * row + d + i];
    out += 0.5 * gamma * gamma * frobenius - m * sum_qs[ik];
  }
  return out - k * c;
}

real gmm(int d, int k, int n, const real *alphas, const real *means, const real *icf, const double *x, double gamma,
         int m) {
  int row = d * (d + 1) / 2;
  real qdiags[d * k], sum_qs[k], centered[d], qx[d], term[k];
  for (int ik = 0; ik < k; ik++) {
    sum_qs[ik] = 0;
    for (int i = 0; i < d; i++) {
      real q = icf[ik * row + i];
      sum_qs[ik] += q;
      qdiags[ik * d + i] = exp(q);
    }
  }
  real slse = 0;
  for (int ix = 0; ix < n; ix++) {
    for (int ik = 0; ik < k; ik++) {
      const real *l = icf + ik * row + d;
      for (int i = 0; i < d; i++)
        centered[i] = x[ix * d + i] - means[ik * d + i];
      for (int i = 0; i < d; i++)
        qx[i] = qdiags[ik * d + i] * centered[i];
      int at = 0;
      for (int i = 0; i < d; i++)
        for (int j = i + 1; j < d; j++)
          qx[j] += l[at++] * centered[i];
      real square = 0;
      for (int i = 0; i < d; i++)
        square += qx[i] * qx[i];
      term[ik] = alphas[ik] + sum_qs[ik] - 0.5 * square;
    }
    slse += log_sum_exp(k, term);
  }
  return -0.5 * n * d * log(2 * 3.14159265358979323846) + slse - n * log_sum_exp(k, alphas) +
         log_wishart_prior(d, k, gamma, m, sum_qs, qdiags, icf);
}
