// Fields that change places in every step, of which each element is read at several places: the
// steps' gradients read copies of them where they are large enough, of rows and of single lines.
// llad: func f double
// llad: arg x dup double[6] range(-1,1)
// llad: arg n const int 20
// llad: arg steps const int 5
// llad: tags nested loop array

#include <stdlib.h>

static double line(double *u, double *v, int n, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i + 1 < n; i++)
      v[i] = u[i] - 0.05 * u[i] * (u[i + 1] - u[i - 1]) + 0.01 * u[i + 1] * u[i - 1];
    double *swap = u;
    u = v;
    v = swap;
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += u[i] * u[i];
  return s;
}

double f(const double *x, int n, int steps) {
  int m = n * n;
  double *w = malloc(6 * m * sizeof *w);
  double *h = w, *u = w + m, *v = w + 2 * m, *h2 = w + 3 * m, *u2 = w + 4 * m, *v2 = w + 5 * m;
  for (int i = 0; i < m; i++) {
    h[i] = h2[i] = 1 + 0.1 * x[i % 6];
    u[i] = u2[i] = 0.1 * x[i % 5 + 1] * (i % 7);
    v[i] = v2[i] = 0.05 * x[i % 4] * x[i % 3 + 2];
  }
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) {
        int k = i * n + j;
        h2[k] = h[k] - 0.05 * (h[k + 1] * u[k + 1] - h[k - 1] * u[k - 1] + h[k + n] * v[k + n] - h[k - n] * v[k - n]);
        u2[k] = u[k] - 0.05 * (u[k] * (u[k + 1] - u[k - 1]) + v[k] * (u[k + n] - u[k - n]) + h[k + 1] - h[k - 1]);
        v2[k] = v[k] - 0.05 * (u[k] * (v[k + 1] - v[k - 1]) + v[k] * (v[k + n] - v[k - n]) + h[k + n] - h[k - n]);
      }
    double *swap = h;
    h = h2;
    h2 = swap;
    swap = u;
    u = u2;
    u2 = swap;
    swap = v;
    v = v2;
    v2 = swap;
  }
  double s = line(w, w + 3 * m, m, steps) + line(w + m, w + 4 * m, n, steps);
  for (int i = 0; i < m; i++)
    s += h[i] * h[i] + u[i] * v[i];
  free(w);
  return s;
}
