// Floats made of integers and integers of floats, as indices and counts.
// llad: func f double
// llad: arg x dup double[6] {0.4375,1.3125,2.8125,3.1875,4.5625,5.0625}
// llad: arg table dup double[6] range(0.5,1.5)
// llad: tags integer loop

double f(const double *x, const double *table) {
  double s = 0;
  for (int i = 0; i < 6; i++) {
    int k = (int)x[i];
    double frac = x[i] - k;
    s += table[k] * (1 - frac) + table[(k + 1) % 6] * frac * frac;
    for (unsigned j = 0; j < (unsigned)x[i]; j++)
      s += 0.125 * x[i] * (double)j;
  }
  return s;
}
