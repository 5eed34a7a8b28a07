// A stencil of three points that compilers vectorise.
// llad: func f void
// llad: arg u dup double[24] range(0.5,1.5)
// llad: arg v dup double[24] zero
// llad: arg k out double 0.25
// llad: arg n const int 24
// llad: tags vector loop

void f(const double *restrict u, double *restrict v, double k, int n) {
  v[0] = u[0];
  v[n - 1] = u[n - 1];
  for (int i = 1; i < n - 1; i++)
    v[i] = u[i] + k * (u[i - 1] - 2 * u[i] + u[i + 1]) * u[i];
}
