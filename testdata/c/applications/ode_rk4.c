// Fourth-order Runge-Kutta on the predator-prey system.
// llad: func f double
// llad: arg y dup double[2] {1.5,0.75} inout
// llad: arg p dup double[4] {0.75,0.5,0.25,0.625}
// llad: arg steps const int 20
// llad: tags ode loop call
static void rate(const double *y, const double *p, double *dy) {
  dy[0] = y[0] * (p[0] - p[1] * y[1]);
  dy[1] = y[1] * (p[2] * y[0] - p[3]);
}

double f(double *y, const double *p, int steps) {
  double h = 0.0625, k1[2], k2[2], k3[2], k4[2], t[2];
  for (int s = 0; s < steps; s++) {
    rate(y, p, k1);
    for (int i = 0; i < 2; i++)
      t[i] = y[i] + h / 2 * k1[i];
    rate(t, p, k2);
    for (int i = 0; i < 2; i++)
      t[i] = y[i] + h / 2 * k2[i];
    rate(t, p, k3);
    for (int i = 0; i < 2; i++)
      t[i] = y[i] + h * k3[i];
    rate(t, p, k4);
    for (int i = 0; i < 2; i++)
      y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return y[0] * y[1];
}
