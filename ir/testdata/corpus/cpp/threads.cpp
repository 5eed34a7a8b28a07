// Threads, atomics, chrono, optional, variant, string formatting: library code in bulk.
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

std::mutex lock;
std::atomic<double> sum{0};

void add(double x) {
  std::lock_guard<std::mutex> g(lock);
  double old = sum.load();
  while (!sum.compare_exchange_weak(old, old + x))
    ;
}

double parallel(const std::vector<double> &v) {
  std::vector<std::thread> pool;
  for (double x : v)
    pool.emplace_back([x] { add(x); });
  for (auto &t : pool)
    t.join();
  return sum;
}

using Value = std::variant<int, double, std::string>;
std::string show(const Value &v) {
  std::ostringstream os;
  std::visit([&](const auto &x) { os << x; }, v);
  return os.str();
}

std::optional<int> find(const std::unordered_map<std::string, int> &m, const std::string &k) {
  auto it = m.find(k);
  if (it == m.end())
    return std::nullopt;
  return it->second;
}

long ticks() { return std::chrono::steady_clock::now().time_since_epoch().count(); }
