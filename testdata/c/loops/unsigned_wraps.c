// Unsigned indices that wrap, and that lead where they do in the end.
// llad: func f double
// llad: arg a dup double[36] range(-0.25,0.25) inout
// llad: arg n const unsigned 6
// llad: tags loop nested
static void smooth(double *a, unsigned n) {
  for (unsigned i = 1; i < n; i++)
    for (unsigned j = 1; j < n - 1; j++) a[i * n + j] += 0.25 * a[(i - 1) * n + j + 1] * a[i * n + j - 1] * a[i * n + j];
}

// 3 * 1431655766 is 2 more than a power of two.
static void wrapped(double *a, unsigned n) {
  for (unsigned k = 0; k < 2; k++)
    for (unsigned i = 3; i < 3 * n; i += 3) a[i * 1431655766u] *= 0.5 + a[i * 1431655766u - 2] * a[i * 1431655766u + 1];
}

double f(double *a, unsigned n) {
  wrapped(a, n);
  smooth(a, n);
  double s = 0;
  for (unsigned i = 0; i < n * n; i++) s += a[i] * a[i] * (1 + i % 3);
  return s;
}
