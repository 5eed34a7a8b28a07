// Sums of constant length, which compilers write out term by term: a matrix times a vector that
// is overwritten in every step, windows over several planes, distances whose terms advance
// differently, two terms in each step, sums that begin or end with other terms, and one whose
// terms are overwritten while it is added up.
// llad: func f double
// llad: arg x dup double[100] range(0.5,1.5)
// llad: arg w dup double[120] zero
// llad: arg n const int 4
// llad: tags loop
static void layer(const double *m, double *y, double *z) {
  for (int i = 0; i < 9; i++) {
    double s = 0.1 * m[i];
    for (int j = 0; j < 9; j++)
      s += m[i * 9 + j] * y[j];
    z[i] = s / (1 + 0.1 * s * s);
  }
  for (int i = 0; i < 9; i++)
    y[i] = z[i] * 0.9;
}

static void window(const double *image, const double *k, double *out, int n) {
  for (int i = 0; i < n - 2; i++)
    for (int j = 0; j < n - 2; j++) {
      double s = 0;
      for (int c = 0; c < 2; c++)
        for (int p = 0; p < 3; p++)
          for (int q = 0; q < 3; q++)
            s += k[(c * 3 + p) * 3 + q] * image[(c * n + i + p) * n + j + q];
      out[i * n + j] = s * (1 + 0.1 * s);
    }
}

static double distances(double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double a = 0, b = 1;
    for (int j = 0; j < 8; j++) {
      double d = p[i * 4 + j] - p[50 - 2 * j];
      a += d * d;
      b -= 0.01 * p[j + i];
      b += 0.02 * p[j] * p[20 + i + j];
    }
    p[i * 8] = a * b;
    s += a - b;
  }
  return s;
}

static double behind(double *p) {
  double s = 0;
  for (int j = 0; j < 10; j++) {
    s += p[j] * p[j + 1];
    p[9 - j] = 0.1 * s;
  }
  return s + p[3] * p[4];
}

double f(const double *x, double *w, int n) {
  double s = 0;
  for (int i = 0; i < 99; i++)
    w[i] = x[i] * x[i + 1];
  for (int t = 0; t < n; t++)
    layer(x + 2 * t, w, w + 20);
  window(w + 40, x, w + 80, n);
  window(x + 30, w + 20, w + 100, n);
  s += distances(w + 40, n) + behind(w + 60) + behind(w + 1);
  for (int i = 0; i < 120; i++)
    s += w[i] * w[i] * 0.01;
  return s;
}
