// A determinant by minors that are copied into a local array of every call;
// the last call of each branch does without.
// llad: func f double
// llad: arg a dup double[16] range(0.25,2)
// llad: tags recursion
static double det(const double *a, int n) {
  double sub[9], d = 0;
  if (n == 1)
    return a[0];
  for (int j = 0; j < n; j++) {
    for (int r = 1; r < n; r++)
      for (int c = 0, k = 0; c < n; c++)
        if (c != j)
          sub[(r - 1) * (n - 1) + k++] = a[r * n + c];
    double m = det(sub, n - 1);
    d += (j % 2 ? -1 : 1) * a[j] * m;
  }
  return d;
}

double f(const double *a) { return det(a, 4); }
