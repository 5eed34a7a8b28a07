// Labels as values.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg code const int[6] {0,2,1,1,0,3}
// llad: tags goto loop
#include <math.h>

double f(const double *x, const int *code) {
  static void *const label[] = {&&add, &&mul, &&wave, &&end};
  double s = 0.5;
  int i = 0;
  goto *label[code[0]];
add:
  s += x[i] * x[i];
  goto *label[code[++i]];
mul:
  s *= x[i];
  goto *label[code[++i]];
wave:
  s = sin(s) + x[i];
  goto *label[code[++i]];
end:
  return s * x[i];
}
