// Not a tail call: the product on the way back.
// llad: func f double
// llad: arg x out double 1.25
// llad: arg n const int 8
// llad: tags recursion
static double rising(double x, int n) {
  if (n == 0)
    return 1;
  return (x + 0.25 * n) * rising(x, n - 1);
}

double f(double x, int n) { return rising(x, n) / (1 + rising(x * x, n / 2)); }
