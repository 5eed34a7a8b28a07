// The sum of the squared distances to the nearest centre.
// llad: func f double
// llad: arg points dup double[24] range(0,4)
// llad: arg centres dup double[6] {0.5,3.5,2.25,1.75,3.75,0.25}
// llad: arg n const int 12
// llad: arg k const int 3
// llad: tags loop nested branch

double f(const double *points, const double *centres, int n, int k) {
  double cost = 0;
  for (int i = 0; i < n; i++) {
    double best = -1;
    for (int c = 0; c < k; c++) {
      double d = 0;
      for (int j = 0; j < 2; j++) {
        double e = points[2 * i + j] - centres[2 * c + j];
        d += e * e;
      }
      if (best < 0 || d < best)
        best = d;
    }
    cost += best;
  }
  return cost;
}
