// The adjoint of mixture, a point at a time.
#include <math.h>

#include "mixture.h"

void mixture_hand(const double *restrict logits, double *restrict d_logits, const double *restrict means, double *restrict d_means,
                  const double *restrict factors, double *restrict d_factors, const double *restrict points, int n) {
  double weight[COMPONENTS], share[COMPONENTS] = {0}, total = 0;
  for (int k = 0; k < COMPONENTS; k++)
    total += exp(logits[k]);
  for (int k = 0; k < COMPONENTS; k++) {
    weight[k] = logits[k] - log(total) - 0.5 * DIM * log(2 * 3.14159265358979323846);
    for (int i = 0, p = 0; i < DIM; p += ++i + 1)
      weight[k] += log(factors[k * PACKED + p]);
  }
  for (int j = 0; j < n; j++) {
    double term[COMPONENTS], a[COMPONENTS][DIM], x[COMPONENTS][DIM], s = 0;
    for (int k = 0; k < COMPONENTS; k++) {
      const double *l = factors + k * PACKED;
      double square = 0;
      for (int c = 0; c < DIM; c++)
        x[k][c] = points[j * DIM + c] - means[k * DIM + c];
      for (int r = 0, p = 0; r < DIM; p += ++r) {
        double sum = 0;
        for (int c = 0; c <= r; c++)
          sum += l[p + c] * x[k][c];
        a[k][r] = sum;
        square += sum * sum;
      }
      term[k] = weight[k] - 0.5 * square;
    }
    double most = term[0];
    for (int k = 1; k < COMPONENTS; k++)
      most = term[k] > most ? term[k] : most;
    for (int k = 0; k < COMPONENTS; k++)
      s += term[k] = exp(term[k] - most);
    for (int k = 0; k < COMPONENTS; k++) {
      const double *restrict l = factors + k * PACKED;
      double *restrict dl = d_factors + k * PACKED, w = term[k] / s, d[DIM] = {0};
      share[k] += w;
      for (int r = 0, p = 0; r < DIM; p += ++r) {
        double g = w * a[k][r];
        for (int c = 0; c <= r; c++) {
          dl[p + c] += g * x[k][c];
          d[c] += g * l[p + c];
        }
      }
      for (int c = 0; c < DIM; c++)
        d_means[k * DIM + c] -= d[c];
    }
  }
  for (int k = 0; k < COMPONENTS; k++) {
    d_logits[k] -= share[k] - n * exp(logits[k]) / total;
    for (int i = 0, p = 0; i < DIM; p += ++i + 1)
      d_factors[k * PACKED + p] -= share[k] / factors[k * PACKED + p];
  }
}
