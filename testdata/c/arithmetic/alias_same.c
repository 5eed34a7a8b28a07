// Writes through one pointer seen through the other.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5) inout
// llad: tags pointer inplace call
__attribute__((noinline)) static void scale(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] * b[i] + 0.25;
}

double f(double *x) {
  scale(x, x + 1, 4);
  scale(x + 1, x, 4);
  scale(x, x, 3);
  return x[0] * x[3] + x[5];
}
