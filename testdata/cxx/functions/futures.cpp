// Futures: tasks in threads of their own and at once, and a promise that is kept before it is asked.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5)
// llad: arg n const int 8
// llad: tags calls heap
#include <cmath>
#include <future>
#include <vector>

extern "C" double f(const double *x, int n) {
  std::vector<std::future<double>> parts;
  for (int k = 0; k < 3; k++)
    parts.push_back(std::async(k == 1 ? std::launch::deferred : std::launch::async, [x, n, k] {
      double s = 0;
      for (int i = k; i < n; i += 3) s += x[i] * std::sin(x[i]);
      return s;
    }));
  std::promise<double> promise;
  parts.push_back(promise.get_future());
  promise.set_value(x[0] * x[5]);
  double s = 0;
  for (auto &p : parts) s = s * p.get() + x[1];
  return s;
}
