// A product of a matrix and a vector of constant sizes.
// llad: func f double
// llad: arg a dup double[30] range(-1,1)
// llad: arg x dup double[6] range(-1,1)
// llad: arg y dup double[5] zero
// llad: tags vector matrix nested loop

double f(const double *restrict a, const double *restrict x, double *restrict y) {
  double s = 0;
  for (int i = 0; i < 5; i++) {
    y[i] = 0;
    for (int j = 0; j < 6; j++)
      y[i] += a[i * 6 + j] * x[j];
    s += y[i] * y[i];
  }
  return s;
}
