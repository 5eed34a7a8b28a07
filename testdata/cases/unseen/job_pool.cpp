// Jobs of a hierarchy in a priority queue, memory from a pmr pool on the heap, counters that are atomic.
#include <atomic>
#include <cmath>
#include <memory>
#include <memory_resource>
#include <optional>
#include <queue>
#include <vector>
static std::atomic<long> made{0};
struct Job {
  int priority;
  explicit Job(int p) : priority(p) { made.fetch_add(1, std::memory_order_relaxed); }
  Job(const Job &) = delete;
  virtual ~Job() { made.fetch_sub(1); }
  virtual std::optional<double> run(double now) = 0;
};
struct Sum : Job {
  std::pmr::vector<double> terms;
  Sum(int p, const double *from, size_t n, std::pmr::memory_resource *m) : Job(p), terms(from, from + n, m) {}
  std::optional<double> run(double now) override {
    double s = 0;
    for (double t : terms) s += std::sin(t * now);
    terms.push_back(s);
    if (terms.size() > 7) return std::nullopt;
    return s;
  }
};
struct Decay : Job {
  double rate, level;
  Decay(int p, double r, double l) : Job(p), rate(r), level(l) {}
  std::optional<double> run(double now) override { level *= std::exp(-rate * 0.1); return level > 0.2 ? std::optional<double>(level * now) : std::nullopt; }
};
struct Relay : Job {
  std::unique_ptr<Job> inner;
  std::optional<double> last;
  Relay(int p, std::unique_ptr<Job> j) : Job(p), inner(std::move(j)) {}
  std::optional<double> run(double now) override {
    auto got = inner->run(now);
    if (!got) return last;
    last = last ? 0.5 * (*last + *got) : *got;
    return last;
  }
};
struct Order { bool operator()(const std::shared_ptr<Job> &a, const std::shared_ptr<Job> &b) const { return a->priority > b->priority; } };
extern "C" double f(const double *x, size_t n) {
  std::pmr::monotonic_buffer_resource pool(512);
  std::priority_queue<std::shared_ptr<Job>, std::vector<std::shared_ptr<Job>>, Order> queue;
  for (int i = 0; i < 6; i++) {
    if (i % 3 == 0) queue.push(std::make_shared<Sum>(i * 5 % 7, x + i, 3, &pool));
    else if (i % 3 == 1) queue.push(std::make_shared<Decay>(i * 5 % 7, x[i], x[i + 1]));
    else queue.push(std::make_shared<Relay>(i * 5 % 7, std::make_unique<Decay>(0, x[i] * x[i + 2], 1.5)));
  }
  double s = 0;
  for (int step = 0; !queue.empty() && step < 40; step++) {
    auto job = queue.top();
    queue.pop();
    if (auto r = job->run(1 + 0.05 * step)) {
      s += *r / (1 + step);
      job->priority += 3;
      queue.push(job);
    } else
      s += x[n - 1] * 0.1 * (double)made.load();
  }
  return s;
}
