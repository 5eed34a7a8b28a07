// Row pointers that the caller made; shadow rows lead to shadows.
// llad: func f double
// llad: arg a dup double[9] range(0.5,1.5) inout
// llad: arg rows dup double*[3] setup
// llad: setup for (int i = 0; i < 3; i++) rows[i] = a + 3 * i;
// llad: tags pointer matrix loop

double f(double *a, double **rows) {
  double s = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      s += rows[i][j] * rows[j][i];
  rows[1][1] = s * a[0];
  return s * rows[1][1];
}
