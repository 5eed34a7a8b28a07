// A dot product that may be reassociated, and so is vectorised.
// llad: func f double
// llad: arg x dup double[37] range(-1,1)
// llad: arg y dup double[37] range(-1,1)
// llad: arg n const int 37
// llad: tags vector loop reduction reassociates

double f(const double *restrict x, const double *restrict y, int n) {
#pragma clang fp reassociate(on)
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
