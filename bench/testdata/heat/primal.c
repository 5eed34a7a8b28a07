// Heat in a square plate whose rim is cold and whose conductivity varies: s
// explicit steps between two grids of n×n from the initial temperatures x; half
// the squared distance from what was measured.
#ifndef real
#define real double
#endif

static void step(int n, const double *kappa, const real *from, real *to) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      int at = i * n + j;
      to[at] = from[at] + kappa[at] * (from[at - 1] + from[at + 1] + from[at - n] + from[at + n] - 4 * from[at]) +
               0.01 * from[at] * (1 - from[at]);
    }
}

real heat(int n, int s, const double *kappa, const double *measured, const real *x) {
  real a[n * n], b[n * n];
  for (int i = 0; i < n * n; i++) {
    a[i] = x[i];
    b[i] = 0;
  }
  for (int i = 0; i < n; i++)
    a[i] = a[i * n] = a[i * n + n - 1] = a[(n - 1) * n + i] = 0;
  for (int t = 0; t < s; t += 2) {
    step(n, kappa, a, b);
    step(n, kappa, b, a);
  }
  real sum = 0;
  for (int i = 0; i < n * n; i++)
    sum += (a[i] - measured[i]) * (a[i] - measured[i]);
  return 0.5 * sum;
}
