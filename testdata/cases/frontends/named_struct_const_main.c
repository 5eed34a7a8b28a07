// named_struct_const.ll: f(x, i) = 4 i.
#include <stdio.h>
double f_grad(double x, double *dx, double i, double *di, double seed);
double f_jvp(double x, double dx, double i, double di, double *dr);
int main(void) {
  double dx = 0, di = 0, r = 0;
#ifdef GRAD
  r = f_grad(3, &dx, 5, &di, 1);
#else
  r = f_jvp(3, 1, 5, 0, &dx);
  f_jvp(3, 0, 5, 1, &di);
#endif
  if (r != 20 || dx != 0 || di != 4) { printf("BAD %g %g %g\n", r, dx, di); return 1; }
  puts("ok");
  return 0;
}
