// Pairs of columns that are rotated, those of the right side too: compilers rotate two numbers at
// once, by a vector that they make in front of the unrolled loop or of what that leaves over.
// llad: func f double
// llad: arg a dup double[49] range(-1,1) inout
// llad: arg b dup double[7] range(-1,1) inout
// llad: arg n const int 6
// llad: arg m const int 7
// llad: arg ld const int 7
// llad: cflags -mllvm -enable-mem-access-versioning=false
// llad: tags nested loop array inplace

#include <math.h>

static void rotate(int n, double *x, int stepx, double *y, int stepy, const double *c_, const double *s_) {
  double c = *c_, s = *s_;
  for (int i = 0; i < n; i++) {
    double a = x[stepx * i], b = y[stepy * i];
    x[stepx * i] = c * a + s * b;
    y[stepy * i] = c * b - s * a;
  }
}

static void rotation(double *a, double *b, double *c, double *s) {
  double absa = fabs(*a), absb = fabs(*b), roe, scale;
  if (absa > absb) {
    roe = *a;
    scale = absa;
  } else {
    roe = *b;
    scale = absb;
  }
  if (scale != 0) {
    double r, is = 1.0 / scale, ta = *a * is, tb = *b * is;
    r = (roe < 0 ? -scale : scale) * sqrt(ta * ta + tb * tb);
    *c = *a / r;
    *s = *b / r;
    *a = r;
    *b = *c != 0 && fabs(*c) <= *s ? 1 / *c : *s;
  } else {
    *c = 1.0;
    *s = *a = *b = 0.0;
  }
}

double f(double *a, double *b, int n, int m, int ld) {
  for (int k = 1; m > 0 && k < n; k++) {
    double *row = a + k - 1, *p = row + k * ld, *q = p + 1, *z = b + k - 1, t, c, s;
    rotation(p, q, &c, &s);
    t = *p;
    rotate(m, row, ld, row + 1, ld, &c, &s);
    *p = t;
    *q = 0;
    rotate(1, z, 1, z + 1, 1, &c, &s);
  }
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += b[i] * b[i] * (i + 1);
    for (int j = 0; j < n; j++)
      sum += a[i * ld + j] * a[j * ld + i];
  }
  return sum;
}
