// Pointers that run over arrays, both ways, and differences of pointers.
// llad: func f double
// llad: arg x dup double[9] range(0.5,1.5)
// llad: arg n const int 9
// llad: tags pointer loop

double f(const double *x, int n) {
  const double *p = x, *q = x + n - 1;
  double s = 0;
  while (p < q) {
    s += *p * *q * (double)(q - p);
    p++;
    q--;
  }
  return s + *p;
}
