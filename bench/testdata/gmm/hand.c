// The adjoint of gmm, one data point at a time.
#include <math.h>
#include <string.h>

static double log_sum_exp(int n, const double *restrict v, double *restrict weight) {
  double m = v[0], s = 0;
  for (int i = 1; i < n; i++)
    if (m < v[i])
      m = v[i];
  for (int i = 0; i < n; i++)
    s += weight[i] = exp(v[i] - m);
  for (int i = 0; i < n; i++)
    weight[i] /= s;
  return log(s) + m;
}

void gmm_hand(int d, int k, int n, const double *restrict alphas, double *restrict d_alphas,
              const double *restrict means, double *restrict d_means, const double *restrict icf,
              double *restrict d_icf, const double *restrict x, double gamma, int m, double *restrict scratch) {
  int row = d * (d + 1) / 2, triangle = row - d;
  double *qdiags = scratch, *sum_qs = qdiags + (size_t)d * k, *weight = sum_qs + k, *term = weight + k;
  double *centered = term + k, *qx = centered + (size_t)d * k, *d_qdiags = qx + (size_t)d * k, *d_c = d_qdiags + (size_t)d * k;
  double *d_sum = d_c + d;
  memset(d_qdiags, 0, (size_t)d * k * sizeof *d_qdiags);
  memset(d_sum, 0, k * sizeof *d_sum);
  for (int ik = 0; ik < k; ik++) {
    sum_qs[ik] = 0;
    for (int i = 0; i < d; i++) {
      sum_qs[ik] += icf[ik * row + i];
      qdiags[ik * d + i] = exp(icf[ik * row + i]);
    }
  }
  for (int ix = 0; ix < n; ix++) {
    for (int ik = 0; ik < k; ik++) {
      const double *restrict l = icf + ik * row + d;
      double *restrict c = centered + (size_t)ik * d, *restrict q = qx + (size_t)ik * d;
      for (int i = 0; i < d; i++)
        c[i] = x[ix * d + i] - means[ik * d + i];
      for (int i = 0; i < d; i++)
        q[i] = qdiags[ik * d + i] * c[i];
      for (int i = 0; i < d; i++) {
        for (int j = i + 1; j < d; j++)
          q[j] += l[j - i - 1] * c[i];
        l += d - i - 1;
      }
      double square = 0;
      for (int i = 0; i < d; i++)
        square += q[i] * q[i];
      term[ik] = alphas[ik] + sum_qs[ik] - 0.5 * square;
    }
    log_sum_exp(k, term, weight);
    for (int ik = 0; ik < k; ik++) {
      double w = weight[ik];
      const double *restrict l = icf + ik * row + d;
      double *restrict dl = d_icf + ik * row + d;
      const double *restrict c = centered + (size_t)ik * d;
      double *restrict q = qx + (size_t)ik * d;
      d_alphas[ik] += w;
      d_sum[ik] += w;
      for (int i = 0; i < d; i++)
        q[i] *= -w;
      for (int i = 0; i < d; i++) {
        double dc = qdiags[ik * d + i] * q[i];
        d_qdiags[ik * d + i] += c[i] * q[i];
        for (int j = i + 1; j < d; j++) {
          dc += l[j - i - 1] * q[j];
          dl[j - i - 1] += c[i] * q[j];
        }
        l += d - i - 1;
        dl += d - i - 1;
        d_means[ik * d + i] -= dc;
      }
    }
  }
  log_sum_exp(k, alphas, weight);
  for (int ik = 0; ik < k; ik++) {
    d_alphas[ik] -= n * weight[ik];
    for (int i = 0; i < triangle; i++)
      d_icf[ik * row + d + i] += gamma * gamma * icf[ik * row + d + i];
    for (int i = 0; i < d; i++) {
      double q = qdiags[ik * d + i];
      d_icf[ik * row + i] += d_sum[ik] - m + q * (d_qdiags[ik * d + i] + gamma * gamma * q);
    }
  }
}
