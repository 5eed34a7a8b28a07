// Loops that compilers vectorise and unroll, in the forms that they leave.
#include <stdio.h>
#include <stdlib.h>

#define KERNEL __attribute__((noinline)) void

KERNEL axpy(int n, double a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}

// May overlap: checked when it runs.
KERNEL scale(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = 2 * x[i] + 1;
}

KERNEL stencil(int n, int m, const double *u, const double *k, double *v) {
  for (int i = 1; i < m - 1; i++)
    for (int j = 1; j < n - 1; j++)
      v[i * n + j] = u[i * n + j] + k[i * n + j] * (u[i * n + j - 1] + u[i * n + j + 1] + u[(i - 1) * n + j]);
}

// The one iteration that is left over has an even index: that is only so there.
KERNEL layer(long n, const double *x, const double *w, double *y) {
  long i = 0;
  do
    y[i] = x[i] * w[i] + x[i + 1];
  while (++i != n);
}

KERNEL triangle(int n, const double *l, const double *x, double *y) {
  int at = 0;
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      y[j] += l[at++] * x[i];
}

// A row's length is told by two counters of the loop around it.
KERNEL rank_update(int n, double a, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    for (int l = 0; l < n; l++)
      for (int j = 0; j <= i; j++)
        y[i * n + j] += a * x[i * n + l] * x[j * n + l];
}

KERNEL backwards(int n, const double *restrict x, double *restrict y) {
  for (int i = n; i > 0; i--)
    y[i - 1] = x[i - 1] * x[i - 1];
}

KERNEL from_five(long n, const double *restrict x, double *restrict y) {
  for (long i = 5; i < n; i += 1)
    y[i - 5] = x[i] - 1;
}

KERNEL strided(int n, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = x[2 * i] * x[2 * i + 1];
}

KERNEL clipped(int n, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] > 0.5 ? x[i] : 0.25 * x[i];
}

// Every index is checked first.
KERNEL checked(long n, const double *restrict x, long size, double *restrict y) {
  for (long i = 0; i < n; i++) {
    if (i >= size)
      abort();
    y[i] = x[i] + 3;
  }
}

KERNEL pointers(const float *p, const float *end, float *restrict out) {
  for (; p != end; p++)
    *out++ = *p * 3.0f;
}

KERNEL counts(int n, const int *restrict x, long *restrict y) {
  long s = 7;
  for (int i = 0; i < n; i++)
    s += x[i];
  *y = s;
}

KERNEL largest(int n, const int *restrict x, long *restrict y) {
  int s = x[0];
  for (int i = 1; i < n; i++)
    s = x[i] > s ? x[i] : s;
  *y = s;
}

// Buffers that change places: what one step writes the next one reads.
KERNEL turns(int n, const double *x, double *y) {
  size_t m = n + 2;
  double *a = malloc(m * sizeof *a), *b = malloc(m * sizeof *b), *c = calloc(m, sizeof *c);
  for (size_t i = 0; i < m; i++)
    a[i] = b[i] = x[i];
  for (int t = 0; t < 3; t++) {
    for (size_t i = 1; i < m - 1; i++)
      c[i] = 2 * b[i] - a[i] + 0.25 * (b[i - 1] - 2 * b[i] + b[i + 1]);
    double *w = a;
    a = b;
    b = c;
    c = w;
  }
  for (int i = 0; i < n; i++)
    y[i] = b[i];
  free(a);
  free(b);
  free(c);
}

// A neighbour is read once and handed on.
KERNEL handed(int n, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i + 1] + 1;
}

// Not the same start, or not the same loop: one is not the rest of the other.
KERNEL apart(int n, double a, double *restrict x, double *restrict y) {
  int m = n & ~7;
  for (int i = 0; i < m; i++)
    x[i] = a * x[i];
  for (int i = m; i < n; i++)
    x[i] = a + x[i];
  double s = n < 4 ? 1 : 0;
  for (int i = n < 4 ? 1 : 0; i < n; i++)
    y[i] = s * x[i];
}

// Counters of 64 bits, of which the lower half is compared.
KERNEL unsigned_rows(unsigned n, double *y) {
  for (unsigned k = 0; k < n; k++)
    for (unsigned i = k + 1; i < n; i++)
      for (unsigned j = k + 1; j < n; j++)
        y[i * n + j] -= 0.125 * y[i * n + k] * y[k * n + j];
}

__attribute__((noinline)) double dot(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

__attribute__((noinline)) double pairs(int n, const double *x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.9 + x[i] * x[i + 1] * x[2 * i + 1];
  return s;
}

__attribute__((noinline)) double poly(int n, const double *c, double x) {
  double s = c[n];
  for (int i = n - 1; i >= 0; i--)
    s = s * x + c[i];
  return s;
}

__attribute__((noinline)) double recurrence(int n, double *x) {
  double a = 1, b = 0.5;
  for (int i = 0; i < n; i++) {
    double t = 0.5 * a + x[i];
    a = b;
    b = t;
    x[i] = t * a;
  }
  return a + 3 * b;
}

// Unrolled by hand.
__attribute__((noinline)) double by_hand(int n, const double *x) {
  double s = 0;
  int i = 0;
  for (; i + 4 <= n; i += 4)
    s = (((s + x[i]) + x[i + 1]) * 0.5 + x[i + 2]) + x[i + 3];
  for (; i < n; i++)
    s += x[i];
  return s;
}

enum { N = 70 };
static double x[2 * N * N], y[N * N], k[N * N];
static float p[N], q[N];
static int z[N];

// Two counters, always one apart; what is read by one is read by the other next.
__attribute__((noinline)) double neighbours(int n, const double *a) {
  double s = 0;
  for (int i = 0; i + 1 < n; i++) {
    double d = a[i + 1] - a[i] * a[i];
    s += 100 * d * d + (1 - a[i]);
  }
  return s;
}

static void fill(void) {
  srand(7);
  for (int i = 0; i < 2 * N * N; i++)
    x[i] = rand() % 1000 / 997.0;
  for (int i = 0; i < N * N; i++)
    y[i] = rand() % 1000 / 991.0, k[i] = rand() % 1000 / 983.0;
  for (int i = 0; i < N; i++)
    p[i] = (float)(rand() % 1000) / 3.0f, z[i] = rand() % 1000;
}

static void show(const char *name, int n) {
  double s = 0;
  for (int i = 0; i < N * N; i++)
    s = s * 0.9990234375 + x[i] + 2 * y[i];
  for (int i = 0; i < N; i++)
    s = s * 0.75 + q[i];
  printf("%s %d %.12g\n", name, n, s);
}

#define RUN(name, ...)                                                                                                 \
  fill(), name(__VA_ARGS__), show(#name, n)

int main(void) {
  static const int sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 67};
  for (int c = 0; c < 15; c++) {
    int n = sizes[c];
    long r = 0;
    RUN(axpy, n, 0.7, x, y);
    RUN(scale, n, x, y);
    RUN(scale, n, x, x + 1);
    RUN(scale, n, x + 1, x);
    RUN(stencil, n, 6, x, k, y);
    RUN(stencil, n, 6, x, k, x);
    RUN(layer, n, x, k, y);
    RUN(layer, n, x, k, x + 1);
    RUN(triangle, n, x, k, y);
    RUN(triangle, n, x, y, y);
    RUN(rank_update, n, 0.25, k, y);
    RUN(rank_update, n, 0.25, y + 1, y);
    RUN(backwards, n, x, y);
    RUN(from_five, n, x, y);
    RUN(strided, n, x, y);
    RUN(clipped, n, x, y);
    RUN(checked, n, x, 67, y);
    RUN(pointers, p, p + n, q);
    RUN(counts, n, z, &r);
    printf("%ld\n", r);
    RUN(largest, n, z, &r);
    printf("%ld\n", r);
    RUN(apart, n, 0.3, x, y);
    RUN(turns, n, x, y);
    RUN(handed, n, x, y);
    RUN(unsigned_rows, n, y);
    fill();
    printf("%.12g %.12g %.12g %.12g", dot(n, x, y), pairs(n, x), poly(n, k, 0.9), by_hand(n, x));
    printf(" %.12g %.12g\n", recurrence(n, x), neighbours(n, x));
    show("recurrence", n);
  }
}
