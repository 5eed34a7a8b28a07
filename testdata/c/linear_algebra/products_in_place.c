// Products with triangles and with a matrix, in place: what is read is overwritten later,
// or was overwritten before.
// llad: func f double
// llad: arg a dup double[64] range(-0.25,0.25)
// llad: arg b dup double[64] range(0.5,1.25) inout
// llad: arg n const int 8
// llad: tags inplace loop memory

static void rows_behind(double *a, double *b, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      for (int k = i + 1; k < n; k++)
        b[i * n + j] += a[k * n + i] * b[k * n + j];
      b[i * n + j] *= 0.75;
    }
}

static void rows_before(double *a, double *b, int n) {
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < i; k++)
        b[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void one_row_on(double *a, double *b, int n) {
  for (int i = 0; i + 1 < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = i; k + 1 < n; k++)
        b[(i + 1) * n + j] += a[k * n + i] * b[(k + 1) * n + j] * b[k * n + j];
}

static void row_by_row(double *a, double *b, int n) {
  double w[8];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      w[j] = 0;
      for (int k = 0; k < n; k++)
        w[j] += b[i * n + k] * a[k * n + j];
    }
    for (int j = 0; j < n; j++)
      b[i * n + j] = w[j];
  }
}

double f(double *a, double *b, int n) {
  rows_behind(a, b, n);
  rows_before(a, b, n);
  one_row_on(a, b, n);
  row_by_row(a, b, n);
  double s = 0;
  for (int i = 0; i < n * n; i++)
    s += b[i] * b[i];
  return s;
}
