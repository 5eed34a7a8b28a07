// Eight components with a packed triangular factor each: compilers unroll what is in the loop over the
// components and make one vector of these, with a gather for each element of the factors.
// llad: func f double
// llad: arg x dup double[296] range(0.2,1.2)
// llad: arg n const int 3
// llad: tags loop vectors math
#include <math.h>

enum { K = 8, D = 6, PACKED = D * (D + 1) / 2 };

static double __attribute__((noinline)) mixture(const double *centres, const double *factors, const double *x, int n) {
  double all = 0;
  for (int j = 0; j < n; j++) {
    double term[K], s = 0;
    for (int k = 0; k < K; k++) {
      const double *l = factors + k * PACKED;
      double d[D], square = 0;
      for (int c = 0; c < D; c++)
        d[c] = x[j * D + c] - centres[k * D + c];
      for (int r = 0, p = 0; r < D; r++) {
        double a = 0;
        for (int c = 0; c <= r; c++)
          a += l[p++] * d[c];
        square += a * a;
      }
      term[k] = 0.1 * square;
    }
    for (int k = 0; k < K; k++)
      s += exp(-term[k]);
    all += log(s);
  }
  return all;
}

// What is gathered is written later.
static void __attribute__((noinline)) relax(double *w, const double *x, int n) {
  for (int j = 0; j < n; j++) {
    double s[8];
    for (int k = 0; k < 8; k++) {
      double a = 0;
      for (int c = 0; c < 9; c++)
        a += w[9 * k + c] * x[j + c];
      s[k] = a;
    }
    for (int k = 0; k < 8; k++)
      w[9 * k + j] += 0.1 * s[k] * s[(k + 3) % 8];
  }
}

double f(const double *x, int n) {
  double w[72], s = 0;
  for (int i = 0; i < 72; i++)
    w[i] = 0.1 * x[i];
  relax(w, x + 72, n);
  for (int i = 0; i < 72; i++)
    s += w[i] * w[i];
  return s + mixture(x, x + 48, x + 216, n);
}
