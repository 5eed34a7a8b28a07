// A polynomial and its coefficients; pointers that step backwards.
// llad: func f double
// llad: arg c dup double[7] range(-1,1)
// llad: arg x out double 0.8125
// llad: tags pointer loop

double f(const double *c, double x) {
  double s = 0;
  for (const double *p = c + 6; p >= c; p -= 2)
    s = s * x + *p;
  for (int i = 5; i > 0; i -= 2)
    s += c[i] * x * x;
  return s;
}
