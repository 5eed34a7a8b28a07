// Structs by value and returned, of all sizes; references; member pointers; unions.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
struct Small { double a; float b; int c; };
struct Two { double a, b; };
struct Floats { float a, b, c; };
struct Big { double m[9]; int n; const double *src; };
static Small small(double v) { return {v, float(v), 3}; }
static Two two(Two t) { return {t.b * t.a, t.a + 1}; }
static Floats floats(Floats t) { return {t.b * t.a, t.c, t.a}; }
static Big big(Big b, double k) { for (double &e : b.m) e *= k; b.m[0] += b.src[1]; return b; }
static void out(double &r, const double &v, double Two::*m, Two &t) { r = v * t.*m; t.*m = r; }
union Num { double d; long long i; };
extern "C" double f(double *x, int n) {
  Small s = small(x[0]);
  Two t = two(two({x[1], x[2]}));
  Floats fl = floats({1.5f, float(x[3] * 0 + 2), 0.5f});
  Big b{{}, n, x};
  for (int i = 0; i < 9; i++) b.m[i] = x[i % n] * i;
  b = big(big(b, x[4]), x[5]);
  double r;
  out(r, x[0], n > 3 ? &Two::a : &Two::b, t);
  Num u;
  u.d = x[3] * r;
  double sum = s.a * s.c + t.a * t.b + fl.a + u.d;
  for (double e : b.m) sum += std::sin(e);
  return sum;
}
