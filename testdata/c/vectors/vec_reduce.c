// Sum of squares, product and largest, each a vector loop of its own.
// llad: func f double
// llad: arg x dup double[19] range(0.75,1.25)
// llad: arg n const int 19
// llad: tags vector loop reduction reassociates

double f(const double *x, int n) {
#pragma clang fp reassociate(on)
  double s = 0, p = 1, m = x[0];
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  for (int i = 0; i < n; i++)
    p *= x[i];
  for (int i = 1; i < n; i++)
    m = x[i] > m ? x[i] : m;
  return s * p + m * m;
}
