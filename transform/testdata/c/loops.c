// Loops of every shape, nested, with several exits and step sizes.
#include <stdio.h>
#include <stdlib.h>

double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i];
  return s;
}
double countdown(const double *x, unsigned n) {
  double s = 0;
  while (n--) s = s * 0.5 + x[n];
  return s;
}
double strided(const double *x, long n, long step) {
  double s = 1;
  for (long i = 0; i < n; i += step) {
    if (x[i] < 0) continue;
    if (x[i] > 100) break;
    s *= x[i] + 1;
  }
  return s;
}
double pointers(const double *p, const double *end) {
  double s = 0;
  for (; p != end; ++p) {
    const double *q = p;
    do { s += *q * 0.25; } while (++q < end && *q < 3);
  }
  return s;
}
int search(const double *x, int n, double v) {
  int lo = 0, hi = n;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (x[mid] == v) return mid;
    if (x[mid] < v) lo = mid + 1; else hi = mid;
  }
  return -1;
}
double nest(double a[4][5], int n) {
  double t = 0;
  for (int i = 0; i < 4; i++) {
    for (int j = i; j < 5; j++) {
      for (int k = n; k > 0; k -= 2) {
        if (a[i][j] * k > 20) goto next;
        t += a[i][j] * k;
      }
      a[i][j] += 1;
    }
  next:;
  }
  for (;;) {
    t = t / 2;
    if (t < 1) break;
    if (t > 1e6) abort();
  }
  return t;
}
int collatz(unsigned n) {
  int steps = 0;
  do {
    n = n % 2 ? 3 * n + 1 : n / 2;
    steps++;
    if (steps > 1000) return -1;
  } while (n != 1);
  return steps;
}
int main(void) {
  double x[12], a[4][5];
  for (int i = 0; i < 12; i++) x[i] = i * 0.75 - 1;
  for (int i = 0; i < 20; i++) a[i / 5][i % 5] = i * 0.5;
  printf("%.17g %.17g\n", sum(x, 12), sum(x, 0));
  printf("%.17g\n", countdown(x, 12));
  printf("%.17g %.17g\n", strided(x, 12, 1), strided(x, 12, 5));
  printf("%.17g\n", pointers(x, x + 12));
  printf("%d %d\n", search(x, 12, x[7]), search(x, 12, 0.1));
  for (int n = 0; n < 6; n++) printf("%.17g\n", nest(a, n));
  for (unsigned n = 2; n < 30; n++) printf("%d ", collatz(n));
  printf("\n");
  return 0;
}
