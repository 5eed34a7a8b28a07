// Sums of constant length, which compilers write out term by term: rows of matrices,
// windows in several dimensions, distances, of doubles and floats; and some that are
// overwritten while they are added up, or whose terms stand nowhere in particular.
#include <stdio.h>

__attribute__((noinline)) void row(double *w, double *y, int n) {
  for (int i = 0; i < n; i++) {
    double s = w[400 + i];
    for (int j = 0; j < 12; j++)
      s += w[i * 12 + j] * y[j];
    y[12 + i] = s;
  }
}

__attribute__((noinline)) void window(double *x, const double *k, double *out, long n) {
  for (long i = 0; i < n - 2; i++)
    for (long j = 0; j < n - 2; j++) {
      double s = 0;
      for (long c = 0; c < 2; c++)
        for (long p = 0; p < 3; p++)
          for (long q = 0; q < 3; q++)
            s += k[(c * 3 + p) * 3 + q] * x[(c * n + i + p) * n + j + q];
      out[i * n + j] = s;
    }
}

__attribute__((noinline)) double apart(double *x, double *out, long at) {
  double s = 1;
#pragma clang loop unroll(full)
  for (long j = 0; j < 10; j++) {
    double d = x[at + 2 * j] - x[64 - j];
    s -= d * d;
  }
  out[at] = s;
  return s;
}

__attribute__((noinline)) float pairs(float *x, float *out) {
  float s = 0;
#pragma clang loop unroll(full)
  for (int j = 0; j < 9; j++) {
    s += x[j];
    s += x[20 + j] * 0.5f;
  }
  out[3] = s;
  return s;
}

__attribute__((noinline)) double products(double *w, double *out) {
  double s = 0;
#pragma clang loop unroll(full)
  for (int j = 0; j < 13; j++)
    s += w[j] * w[60 + j] + w[20 + j] * w[40 + j];
  out[3] = s;
  return s;
}

__attribute__((noinline)) double upwards(double *x, double *out) {
  double s = x[0];
#pragma clang loop unroll(full)
  for (int j = 1; j < 16; j++)
    s += x[j * j] * x[j];
  out[1] = s;
  return s;
}

__attribute__((noinline)) double overwritten(double *x, double *out) {
  double s = 0;
#pragma clang loop unroll(full)
  for (int j = 0; j < 12; j++) {
    s += x[j] * x[j + 1];
    out[11 - j] = s;
  }
  return s;
}

int main(void) {
  static double w[1000], y[200];
  static float z[64];
  for (int i = 0; i < 1000; i++)
    w[i] = (i * 37 % 101) * 0.01 - 0.3;
  for (int i = 0; i < 200; i++)
    y[i] = (i * 53 % 97) * 0.02;
  for (int i = 0; i < 64; i++)
    z[i] = (i * 7 % 13) * 0.5f;
  row(w, y, 20);
  row(w, w + 3, 9);
  window(w, y, y + 40, 7);
  window(w, w, w + 30, 6);
  double s = products(w, y) + products(w, w + 10) + apart(w, y, 5) + apart(w, w, 33) + pairs(z, z) + pairs(z, z + 15) + upwards(w, w) + overwritten(y, w) + overwritten(w, w);
  printf("%.17g\n", s);
  for (int i = 0; i < 1000; i++)
    printf("%.17g %.17g\n", w[i], y[i % 200]);
  return 0;
}
