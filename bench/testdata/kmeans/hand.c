// The adjoint of kmeans: only the nearest centre of a point has a share.
void kmeans_hand(int n, int k, int d, const double *restrict points, const double *restrict centers,
                 double *restrict d_centers) {
  for (int i = 0; i < n; i++) {
    const double *restrict a = points + (long)i * d;
    double closest = 1e300;
    int best = -1;
    for (int j = 0; j < k; j++) {
      const double *restrict b = centers + (long)j * d;
      double dist = 0;
      for (int t = 0; t < d; t++)
        dist += (a[t] - b[t]) * (a[t] - b[t]);
      if (dist < closest) {
        closest = dist;
        best = j;
      }
    }
    if (best >= 0)
      for (int t = 0; t < d; t++)
        d_centers[(long)best * d + t] += 2 * (centers[(long)best * d + t] - a[t]);
  }
}
