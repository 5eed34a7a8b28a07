// The adjoint of ode: every step's state is kept, the step's slopes computed
// again in the reverse sweep.
#include <stdlib.h>
#include <string.h>

static void slope(int n, const double *restrict x, const double *restrict y, double *restrict dy) {
  dy[0] = x[0];
  for (int i = 1; i < n; i++)
    dy[i] = x[i] * y[i - 1];
}

// From the adjoint dk of the slope at y: adds to d_x, puts y's adjoint into dy.
static void back(int n, const double *restrict x, double *restrict d_x, const double *restrict y,
                 const double *restrict dk, double *restrict dy) {
  d_x[0] += dk[0];
  for (int i = 1; i < n; i++)
    d_x[i] += dk[i] * y[i - 1];
  for (int i = 1; i < n; i++)
    dy[i - 1] = dk[i] * x[i];
  dy[n - 1] = 0;
}

void ode_hand(int n, int s, const double *restrict x, double *restrict d_x) {
  double *states = malloc((size_t)(s + 1) * n * sizeof *states), h = 1.0 / s;
  double k[n], k2[n], k3[n], z1[n], z2[n], z3[n], d_y[n], d_k[n], d_z[n], d_sum[n];
  memset(states, 0, n * sizeof *states);
  for (int t = 0; t < s; t++) {
    const double *restrict y = states + (size_t)t * n;
    double *restrict next = states + (size_t)(t + 1) * n;
    slope(n, x, y, k);
    for (int i = 0; i < n; i++)
      z1[i] = y[i] + h / 2 * k[i];
    slope(n, x, z1, k2);
    for (int i = 0; i < n; i++)
      z2[i] = y[i] + h / 2 * k2[i];
    slope(n, x, z2, k3);
    for (int i = 0; i < n; i++)
      z3[i] = y[i] + h * k3[i];
    next[0] = y[0] + h / 6 * (k[0] + 2 * k2[0] + 2 * k3[0] + x[0]);
    for (int i = 1; i < n; i++)
      next[i] = y[i] + h / 6 * (k[i] + 2 * k2[i] + 2 * k3[i] + x[i] * z3[i - 1]);
  }
  memset(d_y, 0, sizeof d_y);
  d_y[n - 1] = 1;
  for (int t = s - 1; t >= 0; t--) {
    const double *restrict y = states + (size_t)t * n;
    slope(n, x, y, k);
    for (int i = 0; i < n; i++)
      z1[i] = y[i] + h / 2 * k[i];
    slope(n, x, z1, k);
    for (int i = 0; i < n; i++)
      z2[i] = y[i] + h / 2 * k[i];
    slope(n, x, z2, k);
    for (int i = 0; i < n; i++)
      z3[i] = y[i] + h * k[i];
    for (int i = 0; i < n; i++)
      d_k[i] = h / 6 * d_y[i];
    back(n, x, d_x, z3, d_k, d_z);
    for (int i = 0; i < n; i++) {
      d_sum[i] = d_z[i];
      d_k[i] = h / 3 * d_y[i] + h * d_z[i];
    }
    back(n, x, d_x, z2, d_k, d_z);
    for (int i = 0; i < n; i++) {
      d_sum[i] += d_z[i];
      d_k[i] = h / 3 * d_y[i] + h / 2 * d_z[i];
    }
    back(n, x, d_x, z1, d_k, d_z);
    for (int i = 0; i < n; i++) {
      d_sum[i] += d_z[i];
      d_k[i] = h / 6 * d_y[i] + h / 2 * d_z[i];
    }
    back(n, x, d_x, y, d_k, d_z);
    for (int i = 0; i < n; i++)
      d_y[i] += d_sum[i] + d_z[i];
  }
  free(states);
}
