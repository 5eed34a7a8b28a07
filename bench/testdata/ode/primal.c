// Runge and Kutta's fourth-order method for y0' = x0, yi' = xi * y(i-1), from
// zero to one in s steps; the result is the last component.
#ifndef real
#define real double
#endif

static void slope(int n, const real *x, const real *y, real *dy) {
  dy[0] = x[0];
  for (int i = 1; i < n; i++)
    dy[i] = x[i] * y[i - 1];
}

real ode(int n, int s, const real *x) {
  real y[n], k1[n], k2[n], k3[n], k4[n], z[n];
  double h = 1.0 / s;
  for (int i = 0; i < n; i++)
    y[i] = 0;
  for (int t = 0; t < s; t++) {
    slope(n, x, y, k1);
    for (int i = 0; i < n; i++)
      z[i] = y[i] + h / 2 * k1[i];
    slope(n, x, z, k2);
    for (int i = 0; i < n; i++)
      z[i] = y[i] + h / 2 * k2[i];
    slope(n, x, z, k3);
    for (int i = 0; i < n; i++)
      z[i] = y[i] + h * k3[i];
    slope(n, x, z, k4);
    for (int i = 0; i < n; i++)
      y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return y[n - 1];
}
