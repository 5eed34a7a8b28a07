// Loops around others, of which compilers for some processors unroll the outer ones, too.
#include <stdio.h>

#define N 23

#define KERNEL __attribute__((noinline)) void

static double a[N * N], b[N * N], c[N * N], v[N * N];

KERNEL product(int n, const double *x, const double *y, double *z) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        z[i * n + j] += x[i * n + k] * y[k * n + j];
}

// The inner loops give sums.
KERNEL rows(int n, const double *restrict m, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += m[i * n + j] * x[j];
    y[i] = s;
  }
}

// Each begins where the one before has ended.
__attribute__((noinline)) double handed(int n, const double *m) {
  double s = 1;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      s = s * 0.5 + m[i * n + j];
  return s;
}

// Two results.
__attribute__((noinline)) double two(int n, const double *m, double *most) {
  double s = 0, t = 0;
  for (int i = 0; i < n; i++) {
    double p = 0, q = 1;
    for (int j = 0; j < n; j++) {
      p = p * 0.25 + m[i * n + j];
      q = q * 0.5 - m[j * n + i];
    }
    s += p;
    t += p * q;
  }
  *most = t;
  return s;
}

// The copies of an inner loop that are the same code do not do what the next iteration does.
KERNEL uneven(int n, const double *x, double *z) {
  for (int i = 0; i + 1 < n; i += 2) {
    for (int j = 0; j < n; j++)
      z[i * n + j] += x[i * n + j] * x[j];
    for (int j = 0; j < n; j++)
      z[i * n + j] += x[i * n + j] * x[j];
  }
}

static void fill(void) {
  for (int k = 0; k < N * N; k++) {
    a[k] = 0.25 + k % 7 * 0.125, b[k] = 1.5 - k % 5 * 0.25, c[k] = k % 3 * 0.5, v[k] = 0.125 * (k % 11);
  }
}

static void show(const char *name, int n) {
  double s = 0;
  for (int k = 0; k < N * N; k++)
    s = s * 0.99 + c[k] + 3 * v[k];
  printf("%s %d %.15g\n", name, n, s);
}

#define RUN(name, ...)     \
  do {                     \
    fill();                \
    name(__VA_ARGS__);     \
    show(#name, n);        \
  } while (0)

int main(void) {
  static const int sizes[] = {0, 1, 2, 3, 4, 5, 8, 9, 16, 22, 23};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    int n = sizes[k];
    double most;
    RUN(product, n, a, b, c);
    RUN(product, n, c, b, c);
    RUN(rows, n, a, b, v);
    RUN(uneven, n, a, c);
    fill();
    printf("%.15g %.15g\n", handed(n, a), two(n, a, &most));
    printf("%.15g\n", most);
  }
}
