// Numbers without a sign in an array of integers, of which functions without branches choose the greatest
// and cut off those above a limit.
// llad: func f double
// llad: arg x dup double[12] range(0.5,2)
// llad: arg n const int 12
#include <stdint.h>
#include <string.h>

__attribute__((noinline)) static uint64_t greatest(const uint64_t *t, int n) {
  uint64_t m = t[0];
  for (int i = 1; i < n; i++)
    if (t[i] > m)
      m = t[i];
  return m;
}

__attribute__((noinline)) static void limit(int64_t *t, int n) {
  const int64_t four = 0x4010000000000000;
  for (int i = 0; i < n; i++)
    t[i] = t[i] < four ? t[i] : four;
}

double f(const double *x, int n) {
  uint64_t a[12];
  int64_t b[12];
  for (int i = 0; i < n; i++) {
    double v = x[i] * (1 + 0.25 * ((i * 5) % n)), w = x[i] * x[i] + 1.5 * (i % 3);
    memcpy(a + i, &v, 8);
    memcpy(b + i, &w, 8);
  }
  uint64_t u = greatest(a, n);
  limit(b, n);
  double m;
  memcpy(&m, &u, 8);
  double s = m * m;
  for (int i = 0; i < n; i++) {
    double v;
    memcpy(&v, b + i, 8);
    s += v * (i + 1);
  }
  return s;
}
