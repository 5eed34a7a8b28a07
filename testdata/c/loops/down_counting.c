// Loops that count down, step by more than one, unsigned and 64 bits wide.
// llad: func f double
// llad: arg x dup double[12] range(0.5,1.5)
// llad: arg n const long 12
// llad: tags loop

double f(const double *x, long n) {
  double s = 1;
  for (long i = n - 1; i >= 0; i -= 3)
    s = s * x[i] + x[n - 1 - i];
  for (unsigned char k = 10; k > 2; k /= 2)
    s += s * x[k];
  for (unsigned long i = 1; i < (unsigned long)n; i *= 2)
    s = 0.5 * s + x[i] * x[i];
  return s;
}
