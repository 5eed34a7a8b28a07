// switch, goto, irreducible cycles (Duff's device), early returns, ternaries.
#include <stdio.h>

int classify(int k, double *w) {
  switch (k) {
  case 0: *w = 1.5; return 3;
  case 1:
  case 2: *w += k;
  // falls through
  case 7: *w *= 2; break;
  case -3: return -1;
  default: if (k > 100) { *w = 0; break; } *w -= 1;
  }
  return *w > 3 ? k : -k;
}
double duff(double *to, const double *from, int count) {
  double s = 0;
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { s += *to++ = *from++ * 2;
  case 3:      s += *to++ = *from++ + 1;
  case 2:      s *= 1.5; *to++ = *from++ - s;
  case 1:      s -= *to++ = *from++;
          } while (--n > 0);
  }
  return s;
}
int tangle(int x, int n) {
  int a = x, b = 0;
  if (x & 1) goto B;
A:
  a += b + 1;
  if (n-- <= 0) return a;
  if (a % 3 == 0) goto C;
B:
  b += a * 2;
  if (n-- <= 0) return b;
  if (b % 5 == 1) goto A;
C:
  a -= b;
  if (n-- <= 0) return a - b;
  if (a & 4) goto B;
  goto A;
}
// An irreducible cycle inside a loop, and values from outside used within.
double inner(const double *x, int n, double scale) {
  double s = 0, c = scale * 3;
  for (int i = 0; i < n; i++) {
    double t = x[i] * c, u = t + 1;
    int k = i;
    if (i & 1) { u = t * t; goto mid; }
  top:
    s += t;
    k++;
  mid:
    s += u * 0.5;
    if (k++ < 2 * i) goto top;
  }
  return s;
}
int sign(double x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
  return 0;
}
void nothing(int x, int *out) {
  if (x == 3) return;
  *out = x;
  if (x == 4) return;
  *out += 1;
}
int logic(int a, int b, int c) { return (a && (b || c)) ? a ^ b : (!a || c) ? a | c : ~b; }
int main(void) {
  double w = 0.5, from[16], to[16];
  for (int k = -4; k < 9; k++) { int r = classify(k, &w); printf("%d %.17g\n", r, w); }
  printf("%d %.17g\n", classify(200, &w), w);
  for (int i = 0; i < 16; i++) from[i] = i * 0.3 - 1;
  for (int n = 1; n < 12; n++) printf("%.17g %.17g\n", duff(to, from, n), to[n - 1]);
  for (int x = 0; x < 8; x++) for (int n = 0; n < 9; n++) printf("%d ", tangle(x, n));
  printf("\n");
  for (int n = 0; n < 7; n++) printf("%.17g\n", inner(from, n, 0.7));
  printf("%d %d %d\n", sign(2), sign(-1), sign(0));
  int out = 0;
  for (int x = 2; x < 6; x++) { nothing(x, &out); printf("%d ", out); }
  for (int i = 0; i < 8; i++) printf("%d ", logic(i & 1, i & 2, i & 4));
  printf("\n");
  return 0;
}
