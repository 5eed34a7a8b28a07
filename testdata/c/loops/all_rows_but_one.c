// Rows that all get a multiple of one of them: it lies before, among and behind the rows that the loop goes through, and a sum
// and an index leave the loop.
// llad: func f double
// llad: arg x dup double[20] range(0.5,1.5)
// llad: arg w dup double[20] zero
// llad: arg n const int 4
// llad: tags loop
double f(const double *x, double *w, int n) {
  double sum = 0;
  for (int i = 0; i < n * (n + 1); i++)
    w[i] = x[i] + i % (n + 1) * 0.1;
  for (int k = 0; k < n + 1; k++) {
    const double *row = w + k % n * n;
    double part = 0;
    int i, last = 0;
    for (i = 1; i < n - 1; i++)
      if (i != k) {
        double f = w[i * n + k % n];
        w[i * n + k % n] = 0;
        for (int j = 0; j < n; j++)
          w[i * n + j] -= 0.3 * f * row[j];
        part += f * w[i * n + 1];
        last = i;
      }
    sum += part * (i + last);
  }
  for (int i = 0; i < n; i++)
    if (i != n / 2)
      w[i] = sum * w[n / 2] + w[i] * w[i];
  for (int i = 0; i < n; i++)
    sum += w[i] * i;
  return sum;
}
