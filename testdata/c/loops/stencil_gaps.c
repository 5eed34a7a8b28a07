// Neighbours with gaps between them, upwards, downwards and by columns, in loops
// of none, of one and of a few iterations: what is added behind the loop must be
// added for what was read.
// llad: func f double
// llad: arg x dup double[40] range(0.5,1.5)
// llad: arg y dup double[40] zero
// llad: arg m const long 9
// llad: tags loop stencil
static void gaps(const double *restrict x, double *restrict y, long n) {
  for (long i = 0; i < n; i++)
    y[i] += x[i] * x[i + 3] + x[i + 5] * x[i + 3] - 0.5 * x[i + 8];
}

static void down(const double *restrict x, double *restrict y, unsigned n) {
  for (unsigned i = n; i-- > 0;)
    y[i] += x[i] * x[i + 1] * x[i + 4];
}

static void rows(const double *restrict x, double *restrict y, int columns, int n) {
  for (int i = 1; i < 3; i++)
    for (int j = 1; j < n; j++) {
      int at = i * columns + j;
      y[at] += x[at] * (x[at - 1] + x[at + 1] + x[at - columns] + x[at + columns]);
    }
}

static void strides(const double *restrict x, double *restrict y, long n) {
  for (long i = 0; i < n; i++)
    y[2 * i] += x[4 * i] * x[4 * i + 4] * x[4 * i + 1] * x[4 * i + 9] - x[4 * i + 12];
}

static void singles(const double *restrict x, double *restrict y, int n) {
  for (int i = 1; i < n; i++)
    y[i] = x[i - 1] * x[i] + x[i + 1] * 0.25;
}

double f(const double *x, double *y, long m) {
  double s = 0;
  for (long n = 0; n < m; n += n < 3 ? 1 : 4) {
    gaps(x, y, n);
    down(x, y, (unsigned)n);
    strides(x, y, n / 2);
  }
  rows(x, y, (int)m, (int)m - 1);
  rows(x, y, 3, (int)m);
  double a[16], b[16];
  for (int i = 0; i < 16; i++)
    a[i] = x[i];
  for (int n = 1; n <= 12; n += n)
    singles(a, b, n);
  for (int i = 1; i < 8; i++)
    s += b[i];
  for (int i = 0; i < 40; i++)
    s += y[i] * y[i];
  return s;
}
