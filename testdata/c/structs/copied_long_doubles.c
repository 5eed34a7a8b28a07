// A struct that ends with a long double is copied whole: its padding is no part of a number.
// llad: func f double
// llad: arg x dup double[5] range(0.5,1.5)
// llad: tags longdouble loop
struct pair { long double p[2]; };

double f(const double *x) {
  struct pair m = {{x[0], x[1]}};
  for (int k = 2; k < 5; k++) {
    struct pair o = m;
    for (int i = 0; i < 2; i++) m.p[i] = o.p[i] * o.p[1 - i] + x[k];
  }
  return (double)(m.p[0] + m.p[1] * x[2]);
}
