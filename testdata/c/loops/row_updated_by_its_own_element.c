// Rows that are updated by one of their own elements: it lies before, in and behind the columns that the loop goes through, and
// a sum and an index leave the loop.
// llad: func f double
// llad: arg x dup double[16] range(0.5,1.5)
// llad: arg w dup double[16] zero
// llad: arg n const int 4
// llad: tags loop
static double smooth_min(double a, double b) { return a * b / (a + b); }

double f(const double *x, double *w, int n) {
  double sum = 0;
  for (int i = 0; i < n * n; i++)
    w[i] = x[i];
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      double part = 0;
      int j;
      for (j = 1; j < n - 1; j++) {
        double t = w[i * n + k] + w[k * n + j];
        part += w[i * n + k] * t;
        w[i * n + j] = smooth_min(w[i * n + j], t);
      }
      sum += part * j;
    }
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double t = w[i * n + k] + w[k * n + j];
        w[i * n + j] = t < w[i * n + j] ? t : w[i * n + j];
      }
  return sum;
}
