// zero_array_store.ll: f(x) = x.
#include <stdio.h>
double f_grad(double x, double *dx, double seed);
double f_jvp(double x, double dx, double *dr);
int main(void) {
  double dx = 0, r = 0;
#ifdef GRAD
  r = f_grad(3, &dx, 1);
#else
  r = f_jvp(3, 1, &dx);
#endif
  if (r != 3 || dx != 1) { printf("BAD %g %g\n", r, dx); return 1; }
  puts("ok");
  return 0;
}
