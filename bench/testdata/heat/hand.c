// The adjoint of heat: every grid is kept, the stencil is gathered backwards.
#include <stdlib.h>
#include <string.h>

void heat_hand(int n, int s, const double *restrict kappa, const double *restrict measured, const double *restrict x,
               double *restrict d_x) {
  size_t nn = (size_t)n * n;
  double *all = malloc((s + 1) * nn * sizeof *all), *d_to = calloc(nn, sizeof *d_to), *d_from = calloc(nn, sizeof *d_to);
  double *flux = calloc(nn, sizeof *flux);
  memcpy(all, x, nn * sizeof *all);
  for (int i = 0; i < n; i++)
    all[i] = all[i * n] = all[i * n + n - 1] = all[(n - 1) * n + i] = 0;
  s = (s + 1) / 2 * 2;
  for (int t = 0; t < s; t++) {
    const double *restrict from = all + t * nn;
    double *restrict to = all + (t + 1) * nn;
    memset(to, 0, n * sizeof *to);
    memset(to + (n - 1) * n, 0, n * sizeof *to);
    for (int i = 1; i < n - 1; i++) {
      to[i * n] = to[i * n + n - 1] = 0;
      for (int j = 1; j < n - 1; j++) {
        int at = i * n + j;
        to[at] = from[at] + kappa[at] * (from[at - 1] + from[at + 1] + from[at - n] + from[at + n] - 4 * from[at]) +
                 0.01 * from[at] * (1 - from[at]);
      }
    }
  }
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      d_to[i * n + j] = all[s * nn + i * n + j] - measured[i * n + j];
  for (int t = s - 1; t >= 0; t--) {
    const double *restrict from = all + t * nn;
    for (size_t i = 0; i < nn; i++)
      flux[i] = kappa[i] * d_to[i];
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) {
        int at = i * n + j;
        d_from[at] = d_to[at] * (1 + 0.01 * (1 - 2 * from[at])) - 4 * flux[at] + flux[at - 1] + flux[at + 1] +
                     flux[at - n] + flux[at + n];
      }
    double *swap = d_to;
    d_to = d_from;
    d_from = swap;
  }
  for (size_t i = 0; i < nn; i++)
    d_x[i] += d_to[i];
  free(all);
  free(d_to);
  free(d_from);
  free(flux);
}
