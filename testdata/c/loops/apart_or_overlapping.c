// Loops that read through some pointers and write through another, none of them
// restrict: called with memory that is apart, that overlaps and that is the same,
// with no iterations, and with strides and bounds that depend on outer loops.
// llad: func f double
// llad: arg x dup double[96] range(0.5,1.5)
// llad: arg m const long 4
// llad: tags loop
static void __attribute__((noinline)) product(const double *a, const double *b, double *c, long n) {
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++) {
      double s = 0;
      for (long k = 0; k < n; k++)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

static void __attribute__((noinline)) sums(const double *a, const double *b, double *c, int n, int m) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < m; k++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * m + k] * b[k * n + j];
}

static void __attribute__((noinline)) triangle(const double *l, const double *b, double *x, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    x[i] = b[i];
    for (unsigned j = 0; j < i; j++)
      x[i] -= 0.1 * l[i * n + j] * x[j];
    x[i] /= 1 + l[i * n + i];
  }
}

static void __attribute__((noinline)) down(const double *a, double *c, long n, long step) {
  for (long i = n; i-- > 0;)
    c[i * step] = c[i * step] * a[i] + a[i + 1] * a[i];
}

static void __attribute__((noinline)) walk(const double *a, const double *end, double *c) {
  while (a != end) {
    *c = *c * *a + *a * *a;
    a++, c++;
  }
}

double f(const double *x, long m) {
  double a[96], s = 0;
  for (int i = 0; i < 96; i++)
    a[i] = x[i] * 0.5;
  for (long n = 0; n <= m; n++) {
    product(a, a + 16, a + 32, n);
    sums(a + 32, a, a + 64, (int)n, (int)n / 2);
    triangle(a + 16, a + 48, a + 80, (unsigned)n);
    down(a + 2, a + 40, n, 2);
    walk(a + 3, a + 3 + n, a + 60);
  }
  product(a, a + 16, a + 8, m);     // c overlaps both
  product(a + 64, a + 64, a + 32, m); // two are the same
  sums(a, a + 10, a + 10, (int)m, 2);
  triangle(a, a + 20, a + 20, 4); // in place
  down(a + 30, a + 29, m, 1);
  walk(a + 5, a + 5 + 2 * m, a + 7);
  for (int i = 0; i < 96; i++)
    s += a[i] * a[i] * (1 + 0.01 * i);
  return s;
}
