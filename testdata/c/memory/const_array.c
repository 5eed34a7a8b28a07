// Inactive data between active: read, written, and never given a derivative.
// llad: func f double
// llad: arg x dup double[5] range(0.5,1.5)
// llad: arg w const double[5] range(0.5,1.5)
// llad: arg idx const int[5] {3,1,4,0,2}
// llad: arg a const double 0.75
// llad: tags const loop

double f(const double *x, const double *w, const int *idx, double a) {
  double s = 0, c = a;
  for (int i = 0; i < 5; i++) {
    c = c * w[i] + 0.5;
    s += c * x[idx[i]] * x[i];
  }
  return s;
}
