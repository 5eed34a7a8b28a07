// The k-means cost: the squared distance of every point to its nearest centre.
#ifndef real
#define real double
#endif

real kmeans(int n, int k, int d, const double *points, const real *centers) {
  real cost = 0;
  for (int i = 0; i < n; i++) {
    const double *a = points + (long)i * d;
    real closest = 1e300;
    for (int j = 0; j < k; j++) {
      const real *b = centers + (long)j * d;
      real dist = 0;
      for (int t = 0; t < d; t++)
        dist += (a[t] - b[t]) * (a[t] - b[t]);
      if (dist < closest)
        closest = dist;
    }
    cost += closest;
  }
  return cost;
}
