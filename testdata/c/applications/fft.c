// Radix two, in place, bits reversed first.
// llad: func f double
// llad: arg re dup double[8] range(-1,1) inout
// llad: arg im dup double[8] range(-1,1) inout
// llad: tags loop inplace nested math
#include <math.h>

double f(double *re, double *im) {
  enum { N = 8 };
  for (int i = 1, j = 0; i < N; i++) {
    int bit = N >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      double t = re[i];
      re[i] = re[j];
      re[j] = t;
      t = im[i];
      im[i] = im[j];
      im[j] = t;
    }
  }
  for (int len = 2; len <= N; len <<= 1) {
    double angle = -2 * 3.14159265358979323846 / len;
    for (int i = 0; i < N; i += len)
      for (int j = 0; j < len / 2; j++) {
        double c = cos(angle * j), s = sin(angle * j);
        int a = i + j, b = a + len / 2;
        double tr = re[b] * c - im[b] * s, ti = re[b] * s + im[b] * c;
        re[b] = re[a] - tr;
        im[b] = im[a] - ti;
        re[a] += tr;
        im[a] += ti;
      }
  }
  double power = 0;
  for (int i = 0; i < N; i++)
    power += (i + 1) * (re[i] * re[i] + im[i] * im[i]);
  return power;
}
