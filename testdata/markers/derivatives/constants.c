// Derivatives of what does not depend on anything, which templates may ask for.
// prints: 0 5 0 7 0
#include <stdio.h>
extern int enzyme_const, enzyme_dup, enzyme_primal_return;
double __enzyme_autodiff(void *, ...);
void __enzyme_autodiff_v(void *, ...);
struct two { double p, d; };
struct two __enzyme_fwddiff_2(void *, ...);
double __enzyme_fwddiff(void *, ...);
static double f(const double *x, double y, int n) { double s = 0; for (int k = 0; k < n; k++) s += x[k] * y; return s; }
static double g(const double *x) { return 5; }
int main(void) {
  double x[2] = {1, 2.5}, dx[2] = {0, 0};
  __enzyme_autodiff_v((void *)f, enzyme_const, x, enzyme_const, 2.0, 2);
  struct two t = __enzyme_fwddiff_2((void *)f, enzyme_const, x, enzyme_const, 2.0, 2, enzyme_primal_return);
  double p = __enzyme_autodiff((void *)g, enzyme_primal_return, x, dx);
  printf("%g %g %g %g %g\n", dx[0] + dx[1], p, __enzyme_fwddiff((void *)f, enzyme_const, x, enzyme_const, 2.0, 2), t.p, t.d);
}
