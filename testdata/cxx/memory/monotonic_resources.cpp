// Containers in monotonic memory resources: one with a buffer on the stack, one on top of it, the default one.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const int 6
// llad: tags call heap
#include <cmath>
#include <cstddef>
#include <map>
#include <memory_resource>
#include <vector>

extern "C" double f(const double *x, int n) {
  std::byte buffer[200];
  std::pmr::monotonic_buffer_resource first(buffer, sizeof buffer), second(64, &first);
  double s = 0;
  for (int round = 0; round < 2; round++) {
    std::pmr::vector<double> a(x, x + n, &first), c(n, 0.5);
    std::pmr::map<int, std::pmr::vector<double>> b(&second);
    for (int i = 0; i < n; i++) {
      b[i * 3 % 4].push_back(x[i] * x[(i + 1) % n]);
      a.push_back(a[i] * x[i]);
      c[(i * 5) % n] += std::sin(a.back());
    }
    for (auto &[k, v] : b)
      for (double d : v) s += d * (k + 1);
    for (int i = 0; i < n; i++) s += a[n + i] * c[i];
    b.clear();
    second.release();
  }
  return s;
}
