// gmm as C++ programs write it: small templates, temporaries on the heap.
#include <cmath>
#include <vector>

namespace {

template <typename T> T arr_max(int n, const T *x) {
  T m = x[0];
  for (int i = 1; i < n; i++)
    m = m < x[i] ? x[i] : m;
  return m;
}

template <typename T> T sqnorm(int n, const T *x) {
  T res = x[0] * x[0];
  for (int i = 1; i < n; i++)
    res += x[i] * x[i];
  return res;
}

template <typename T> T logsumexp(int n, const T *x) {
  T mx = arr_max(n, x), semx = 0;
  for (int i = 0; i < n; i++)
    semx += std::exp(x[i] - mx);
  return std::log(semx) + mx;
}

template <typename T> void subtract(int d, const double *x, const T *y, T *out) {
  for (int i = 0; i < d; i++)
    out[i] = x[i] - y[i];
}

template <typename T> void preprocess_qs(int d, int k, const T *icf, T *sum_qs, T *qdiags) {
  int icf_sz = d * (d + 1) / 2;
  for (int ik = 0; ik < k; ik++) {
    sum_qs[ik] = 0;
    for (int id = 0; id < d; id++) {
      T q = icf[ik * icf_sz + id];
      sum_qs[ik] = sum_qs[ik] + q;
      qdiags[ik * d + id] = std::exp(q);
    }
  }
}

template <typename T> void qtimesx(int d, const T *qdiag, const T *ltri, const T *x, T *out) {
  for (int id = 0; id < d; id++)
    out[id] = qdiag[id] * x[id];
  int at = 0;
  for (int i = 0; i < d; i++)
    for (int j = i + 1; j < d; j++) {
      out[j] = out[j] + ltri[at] * x[i];
      at++;
    }
}

double log_gamma_distrib(double a, double p) {
  double out = 0.25 * p * (p - 1) * std::log(3.14159265358979323846);
  for (int j = 1; j <= p; j++)
    out += std::lgamma(a + 0.5 * (1 - j));
  return out;
}

template <typename T>
T log_wishart_prior(int p, int k, double gamma, int m, const T *sum_qs, const T *qdiags, const T *icf) {
  int n = p + m + 1, icf_sz = p * (p + 1) / 2;
  double c = n * p * (std::log(gamma) - 0.5 * std::log(2.0)) - log_gamma_distrib(0.5 * n, p);
  T out = 0;
  for (int ik = 0; ik < k; ik++) {
    T frobenius = sqnorm(p, &qdiags[ik * p]);
    if (icf_sz > p)
      frobenius = frobenius + sqnorm(icf_sz - p, &icf[ik * icf_sz + p]);
    out = out + 0.5 * gamma * gamma * frobenius - m * sum_qs[ik];
  }
  return out - k * c;
}

} // namespace

extern "C" double gmm(int d, int k, int n, const double *alphas, const double *means, const double *icf,
                      const double *x, double gamma, int m) {
  int icf_sz = d * (d + 1) / 2;
  std::vector<double> qdiags(d * k), sum_qs(k), xcentered(d), qxcentered(d), main_term(k);
  preprocess_qs(d, k, icf, sum_qs.data(), qdiags.data());
  double slse = 0;
  for (int ix = 0; ix < n; ix++) {
    for (int ik = 0; ik < k; ik++) {
      subtract(d, &x[ix * d], &means[ik * d], xcentered.data());
      qtimesx(d, &qdiags[ik * d], &icf[ik * icf_sz + d], xcentered.data(), qxcentered.data());
      main_term[ik] = alphas[ik] + sum_qs[ik] - 0.5 * sqnorm(d, qxcentered.data());
    }
    slse = slse + logsumexp(k, main_term.data());
  }
  return -n * d * 0.5 * std::log(2 * 3.14159265358979323846) + slse - n * logsumexp(k, alphas) +
         log_wishart_prior(d, k, gamma, m, sum_qs.data(), qdiags.data(), icf);
}
