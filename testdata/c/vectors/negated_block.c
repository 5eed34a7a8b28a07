// A matrix of which some zeros are set by memset only is negated two numbers at a time, by the bits of their signs.
// llad: func f double
// llad: arg x dup double[9] range(0.5,1.25)
// llad: tags vector matrix bits
#include <string.h>

typedef long pair __attribute__((vector_size(16)));

static inline void negate(double *to, const double *from, int n) {
  const long sign = (long)(1ul << 63);
  for (int i = 0; i < n; i += 2) {
    pair bits;
    memcpy(&bits, from + i, sizeof bits);
    bits ^= (pair){sign, sign};
    memcpy(to + i, &bits, sizeof bits);
  }
}

__attribute__((noinline)) static void negate_rows(double *to, long stride, const double *from, int rows) {
  for (int i = 0; i < rows; i++)
    negate(to + i * stride, from + 6 * i, 6);
}

double f(const double *x) {
  double a[36] __attribute__((aligned(16))), b[72] __attribute__((aligned(16)));
  for (int i = 0; i < 72; i++)
    b[i] = 0;
  for (int i = 0; i < 36; i++)
    a[i] = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      a[6 * i + j] = x[3 * i + j] * x[j];
      a[6 * (i + 3) + j + 3] = x[i + j] * x[j];
    }
  negate_rows(b, 12, a, 6);
  double s = 0;
  for (int i = 0; i < 72; i++)
    s += b[i] * b[i * 5 % 72] * (i % 7);
  return s;
}
