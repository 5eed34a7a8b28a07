// A sum over neighbours, which the reverse sweep alone runs.
// llad: func f double
// llad: arg x dup double[23] range(0.5,1.5)
// llad: arg n const int 23
// llad: tags loop
double f(const double *x, int n) {
  double s = 0;
  for (int i = 1; i + 1 < n; i++) {
    const double *p = x + i;
    s += p[-1] * p[0] * p[1];
  }
  return s;
}
