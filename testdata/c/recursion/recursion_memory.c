// Recursion that works on an array in place: halves combined.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.25) inout
// llad: tags recursion inplace
static void butterfly(double *x, int n) {
  if (n < 2)
    return;
  int h = n / 2;
  for (int i = 0; i < h; i++) {
    double a = x[i], b = x[i + h];
    x[i] = a * b;
    x[i + h] = a - 0.5 * b;
  }
  butterfly(x, h);
  butterfly(x + h, h);
}

double f(double *x) {
  butterfly(x, 8);
  double s = 0;
  for (int i = 0; i < 8; i++)
    s += x[i] * (i + 1);
  return s;
}
