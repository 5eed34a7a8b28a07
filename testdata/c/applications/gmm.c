// A small Gaussian mixture: precision factors packed, log-sum-exp inside.
// llad: func f double
// llad: arg alpha dup double[3] range(-0.5,0.5)
// llad: arg mu dup double[6] range(-1,1)
// llad: arg icf dup double[9] range(-0.5,0.5)
// llad: arg x const double[10] range(-1,1)
// llad: arg n const int 5
// llad: tags loop nested math heap
#include <math.h>
#include <stdlib.h>

static double logsumexp(const double *v, int n) {
  double m = v[0], s = 0;
  for (int i = 1; i < n; i++)
    m = v[i] > m ? v[i] : m;
  for (int i = 0; i < n; i++)
    s += exp(v[i] - m);
  return log(s) + m;
}

double f(const double *alpha, const double *mu, const double *icf, const double *x, int n) {
  enum { K = 3, D = 2, ICF = 3 };
  double *terms = malloc(K * sizeof *terms), total = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < K; k++) {
      const double *l = icf + k * ICF;
      double c[D], y[D], sumq = 0, sq = 0;
      for (int d = 0; d < D; d++) {
        c[d] = x[i * D + d] - mu[k * D + d];
        sumq += l[d];
        y[d] = exp(l[d]) * c[d];
      }
      int at = D;
      for (int d = 0; d < D; d++)
        for (int e = d + 1; e < D; e++)
          y[e] += l[at++] * c[d];
      for (int d = 0; d < D; d++)
        sq += y[d] * y[d];
      terms[k] = alpha[k] + sumq - 0.5 * sq;
    }
    total += logsumexp(terms, K);
  }
  free(terms);
  return total - n * logsumexp(alpha, K);
}
