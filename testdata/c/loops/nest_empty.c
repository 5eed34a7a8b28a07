// A nest whose inner loop has nothing to do: its records, of no size, are the
// first that the tape is asked for.
// llad: func f double
// llad: arg x dup double[4] range(0.5,2) inout
// llad: arg n const int 0
// llad: arg m const int 4
// llad: tags loop nested inplace
double f(double *x, int n, int m) {
  double sum = 0;
  for (int i = 0; i < m; i++)
    if (n > 0) {
      int j = 0;
      do
        x[j] = x[j] * x[j] * x[i];
      while (++j < n);
    }
  for (int i = 0; i < m; i++)
    sum += x[i] * x[i];
  return sum;
}
