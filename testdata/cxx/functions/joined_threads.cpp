// std::threads that are started, moved in a vector and joined: lambdas that refer to what is around
// them, a function with arguments by value and by reference, a member function, work from a counter.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5)
// llad: arg n const int 8
// llad: tags calls heap
#include <atomic>
#include <cmath>
#include <functional>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

struct part {
  const double *x;
  double sum = 0;
  void run(int n) {
    for (int i = 0; i < n; i++) sum += x[i] * x[i];
  }
};

static void scale(std::vector<double> v, double by, double &out) {
  for (double a : v) out += by * std::sin(a);
}

extern "C" double f(const double *x, int n) {
  std::vector<double> partial(3);
  std::vector<std::thread> pool;
  std::mutex lock;
  int done = 0;
  for (int t = 0; t < 3; t++)
    pool.emplace_back([&, t] {
      for (int i = t; i < n; i += 3) partial[t] += x[i] * x[(i + 1) % n];
      std::lock_guard<std::mutex> guard(lock);
      done++;
    });
  std::set<std::thread::id> ids;
  for (auto &t : pool) ids.insert(t.get_id());
  for (auto &t : pool)
    if (t.joinable()) t.join();
  double shared = done * ids.size();
  for (double v : partial) shared += v * v;
  double scaled = 0;
  part p{x};
  std::thread a(scale, std::vector<double>(x, x + n), shared, std::ref(scaled)), b(&part::run, &p, n / 2);
  std::atomic<int> next{0};
  std::vector<double> squares(n);
  auto work = [&] {
    for (int i; (i = next.fetch_add(1)) < n;) squares[i] = x[i] * std::exp(-x[i]);
  };
  std::thread c(work), d;
  work();
  d = std::move(c);
  d.join();
  a.join();
  b.join();
  double s = shared + scaled * p.sum;
  for (double q : squares) s += q;
  return s;
}
