// Tangents from a tape through control flow of all kinds, comparisons of vectors, long
// double, and what the compiler decides by itself.
// prints: good
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int enzyme_dup, enzyme_const, enzyme_nofree;
struct tr { void *tape; double result; };
struct tr __enzyme_augmentfwd(void *, ...);
double __enzyme_fwdsplit(void *, ...);
double __enzyme_fwddiff(void *, ...);
#define N 6
static double gotos(double *y, int n) {
  void *l[] = {&&a, &&b, &&c, &&d};
  static void *const m[] = {&&a, &&b, &&c, &&d};
  double s = 1; int k = 0;
  goto *l[n % 3];
a: s += y[k] * s; k++; if (k >= n) goto d; goto *m[k % 3];
b: s = sin(s) * y[k]; k++; if (k >= n) goto d; goto *l[(k * 2) % 3];
c: s *= 1 + 0.1 * y[k] * y[0]; k++; if (k >= n) goto d; goto *l[k % 2];
d: return s * s;
}
static double irr(double *y, int n) { // irreducible
  double s = y[0]; int k = 0;
  if (y[1] > 0) goto mid;
top: s = s * y[k % n] + 0.5; k++;
mid: s = cos(s) * y[(k + 1) % n]; k++;
  if (k < 3 * n) goto top;
  return s * y[2];
}
static long double ld(long double *y, int n) { long double s = 0.5L; for (int k = 0; k < n; k++) { s = sinl(s) * y[k] + (y[k] > s ? s * s : 1); y[k] = s; } return s; }
struct tl { void *tape; long double result; };
struct tl __enzyme_augmentfwd_l(void *, ...);
long double __enzyme_fwdsplit_l(void *, ...);
long double __enzyme_fwddiff_l(void *, ...);
static double consts(double *y, int n) { double s = 0; for (int k = 0; k < n; k++) { if (__builtin_constant_p(n)) s += y[k]; if (__builtin_object_size(y, 0) > 100) s += y[k] * y[k]; else s -= y[k] * y[1]; unsigned r; if (__builtin_add_overflow((unsigned)k, 5u, &r)) s = 0; s += y[r % N] * __builtin_popcount(r); } return s; }
typedef double v4 __attribute__((vector_size(32)));
static double vecs(double *y, int n) { v4 a = {y[0], y[1], y[2], y[3]}, b = {1, 2, 3, 4}; for (int k = 0; k < n; k++) { a = a * b + a * a; for (int j = 0; j < 4; j++) if (a[j] > b[j]) b[j] = a[j] * 0.3; else a[j] *= b[(j + k) % 4]; } return a[0] + a[1] * a[2] + b[3]; }
static int bad;
static void same(const char *w, double a, double b) { if (!(fabs(a - b) <= 1e-12 * (1 + fabs(a)))) { printf("%s %.17g %.17g\n", w, a, b); bad = 1; } }
#define TRY(f) { double y[N] = {0.7, -1.3, 1.1, 0.4, 0.9, -0.6}, d[N] = {1, 0.3, -0.2, 2, 0.9, 1.1}, e[N]; memcpy(e, d, sizeof d); \
  double a = __enzyme_fwddiff((void *)f, y, d, N); double z[N] = {0.7, -1.3, 1.1, 0.4, 0.9, -0.6}; struct tr t = __enzyme_augmentfwd((void *)f, z, e, N); memset(z, 0xff, sizeof z); \
  same(#f, a, __enzyme_fwdsplit((void *)f, z, e, 0, t.tape)); for (int k = 0; k < N; k++) same(#f " y", d[k], e[k]); }
int main(void) {
  TRY(gotos) TRY(irr) TRY(consts) TRY(vecs)
  { long double y[N] = {0.7, -1.3, 1.1, 0.4, 0.9, -0.6}, d[N] = {1, 0.3, -0.2, 2, 0.9, 1.1}, e[N]; memcpy(e, d, sizeof d);
  long double a = __enzyme_fwddiff_l((void *)ld, y, d, N); long double z[N] = {0.7, -1.3, 1.1, 0.4, 0.9, -0.6}; struct tl t = __enzyme_augmentfwd_l((void *)ld, z, e, N); memset(z, 0xff, sizeof z);
  same("ld", a, __enzyme_fwdsplit_l((void *)ld, z, e, 0, t.tape)); for (int k = 0; k < N; k++) same("ld y", d[k], e[k]); }
  puts(bad ? "BAD" : "good");
}
