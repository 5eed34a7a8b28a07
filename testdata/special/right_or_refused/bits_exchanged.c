// Positive numbers that are sorted as the integers with their bits, by exchanges without branches.
// llad: func f double
// llad: arg x dup double[8] range(0.5,2)
// llad: arg n const int 8
#include <stdint.h>
#include <string.h>

static void sort(uint64_t *a, int m) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j + 1 < m; j++) {
      uint64_t p = a[j], q = a[j + 1];
      a[j] = p < q ? p : q;
      a[j + 1] = p < q ? q : p;
    }
}

double f(const double *x, int n) {
  uint64_t a[24];
  for (int i = 0; i < 24; i++) {
    double v = x[i % n] * (1 + .31 * i);
    memcpy(a + i, &v, 8);
  }
  sort(a, 24);
  double s = 0;
  for (int i = 0; i < 24; i++) {
    double v;
    memcpy(&v, a + i, 8);
    s += v * v * (1 + i % 3);
  }
  return s;
}
