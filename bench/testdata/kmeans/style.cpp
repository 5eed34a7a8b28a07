// kmeans as C++ programs write it: distances in a vector, then the least.
#include <algorithm>
#include <vector>

static double sqdist(int d, const double *a, const double *b) {
  double s = 0;
  for (int i = 0; i < d; i++) {
    double t = a[i] - b[i];
    s += t * t;
  }
  return s;
}

extern "C" double kmeans(int n, int k, int d, const double *points, const double *centers) {
  double cost = 0;
  for (int i = 0; i < n; i++) {
    std::vector<double> dist(k);
    for (int j = 0; j < k; j++)
      dist[j] = sqdist(d, points + i * d, centers + j * d);
    cost += *std::min_element(dist.begin(), dist.end());
  }
  return cost;
}
