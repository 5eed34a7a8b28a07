// Loops that clang turns into vector code, reductions, and vector types.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef float v4f __attribute__((vector_size(16)));
typedef int v4i __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
typedef unsigned char v16u __attribute__((vector_size(16)));

enum { N = 67 };
static double a[N], b[N], c[N];
static float f[N], g[N];
static int ia[N], ib[N];
static uint8_t bytes[N];

__attribute__((noinline)) static void axpy(double *restrict y, const double *restrict x, double s, int n) {
  for (int i = 0; i < n; i++) y[i] += s * x[i];
}
__attribute__((noinline)) static void cond(float *restrict y, const float *restrict x, int n) {
  for (int i = 0; i < n; i++)
    if (x[i] > 0.25f) y[i] = x[i] * 2;
}
__attribute__((noinline)) static int isum(const int *x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += x[i] * x[i];
  return s;
}
__attribute__((noinline)) static int imax(const int *x, int n) {
  int s = x[0];
  for (int i = 0; i < n; i++) s = x[i] > s ? x[i] : s;
  return s;
}
__attribute__((noinline)) static unsigned popsum(const uint8_t *x, int n) {
  unsigned s = 0;
  for (int i = 0; i < n; i++) s += (unsigned)__builtin_popcount(x[i]) + (x[i] == 7);
  return s;
}
__attribute__((noinline)) static void stride(double *restrict y, const double *restrict x, int n) {
  for (int i = 0; i < n; i++) y[i] = x[2 * i] - x[2 * i + 1];
}
__attribute__((noinline)) static void conv(double *restrict y, const int *restrict x, float *restrict z, int n) {
  for (int i = 0; i < n; i++) {
    y[i] = x[i] * 0.5;
    z[i] = (float)y[i];
  }
}
__attribute__((noinline)) static void reverse(int *restrict y, const int *restrict x, int n) {
  for (int i = 0; i < n; i++) y[i] = x[n - 1 - i] << (i & 7);
}

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i] = i * 0.37;
    b[i] = 1.0 / (i + 1);
    f[i] = (float)(i % 11) / 11.0f;
    ia[i] = (i * 2654435) % 1000 - 500;
    bytes[i] = (uint8_t)(i * 37);
  }
  axpy(a, b, 2.5, N);
  cond(g, f, N);
  printf("%d %d %u\n", isum(ia, N), imax(ia, N), popsum(bytes, N));
  stride(c, a, N / 2);
  for (int i = 0; i < N; i++) printf("%a %a %a ", a[i], c[i], g[i]);
  conv(c, ia, f, N);
  reverse(ib, ia, N);
  for (int i = 0; i < N; i++) printf("%a %a %d\n", c[i], f[i], ib[i]);
  v4f x = {1, 2, 3, 4}, y = {0.5f, -1, 2, 8};
  v4i m = x < y;
  v4f z = x * y + (v4f){1, 1, 1, 1};
  z = __builtin_shufflevector(z, x, 3, 0, 5, 6);
  z[1] += 10;
  for (int i = 0; i < 4; i++) printf("%a %d ", z[i], m[i]);
  v2d d = __builtin_convertvector(__builtin_shufflevector(z, z, 0, 1), v2d);
  v16u u;
  memcpy(&u, &d, 16);
  u ^= 0x55;
  u = u >> 1;
  for (int i = 0; i < 16; i++) printf("%d ", u[i]);
  printf("\n");
  return 0;
}
