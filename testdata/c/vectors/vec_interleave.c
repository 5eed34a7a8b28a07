// Strides and shuffles: complex numbers as pairs.
// llad: func f double
// llad: arg a dup double[16] range(-1,1)
// llad: arg b dup double[16] range(-1,1)
// llad: arg c dup double[16] zero
// llad: tags vector loop

double f(const double *restrict a, const double *restrict b, double *restrict c) {
  for (int i = 0; i < 8; i++) {
    c[2 * i] = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    c[2 * i + 1] = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
  }
  double s = 0;
  for (int i = 0; i < 8; i++)
    s += c[2 * i] * c[15 - 2 * i];
  return s;
}
