// Three loops in one another: sums that are multiplied and squared.
// llad: func f double
// llad: arg a dup double[24] range(0.25,1.25)
// llad: tags loop nested

double f(const double *a) {
  double s = 0;
  for (int i = 0; i < 2; i++) {
    double row = 1;
    for (int j = 0; j < 3; j++) {
      double cell = 0;
      for (int k = 0; k < 4; k++)
        cell += a[(i * 3 + j) * 4 + k] * a[k];
      row = row * cell + 0.5;
    }
    s += row * row;
  }
  return s;
}
