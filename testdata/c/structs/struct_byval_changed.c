// A struct passed by value that the callee changes; the caller's stays.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: tags struct call memory
struct S { double a[5]; int n; };

__attribute__((noinline)) static double g(struct S s, double x) {
  s.a[s.n] = x * s.a[0];
  return s.a[1] * s.a[s.n] * s.a[2];
}

double f(const double *x) {
  struct S s = {{1, 2, 3, 4, 5}, 2};
  double r = g(s, x[0]);
  s.a[0] = x[1];
  r += g(s, x[2]);
  return r * s.a[2];
}
