// A registry of settings: std::any by key in a hash table, numbers to and from characters, two interfaces.
#include <any>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>
namespace {
struct Source {
  virtual ~Source() = default;
  virtual std::any get(std::string_view key) const = 0;
};
struct Counter {
  mutable int reads = 0;
  virtual ~Counter() = default;
  virtual double penalty() const { return 0.001 * reads; }
};
struct Range { double lo, hi; int steps; };
class Registry : public Source, public Counter {
  std::unordered_map<std::string, std::any> table;

public:
  void set(std::string_view key, std::any value) { table.insert_or_assign(std::string(key), std::move(value)); }
  std::any get(std::string_view key) const override {
    reads++;
    auto it = table.find(std::string(key));
    return it == table.end() ? std::any{} : it->second;
  }
  template <class T> T *edit(std::string_view key) {
    auto it = table.find(std::string(key));
    return it == table.end() ? nullptr : std::any_cast<T>(&it->second);
  }
  size_t size() const { return table.size(); }
};
std::string keyOf(std::string_view stem, int number) {
  char digits[16];
  auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  std::string key(stem);
  key.append(digits, end);
  return key;
}
int numberOf(std::string_view key) {
  size_t dot = key.rfind('.');
  int v = -1;
  std::from_chars(key.data() + dot + 1, key.data() + key.size(), v);
  return v;
}
double scalar(const Source &s, std::string_view key, double fallback) {
  std::any a = s.get(key);
  if (auto d = std::any_cast<double>(&a)) return *d;
  if (auto i = std::any_cast<int>(&a)) return *i;
  if (auto r = std::any_cast<Range>(&a)) return (r->hi - r->lo) / r->steps;
  if (auto v = std::any_cast<std::vector<double>>(&a)) {
    double sum = 0;
    for (double d : *v) sum += d * d;
    return sum;
  }
  return fallback;
}
} // namespace
extern "C" double f(const double *x, size_t n) {
  Registry r;
  for (size_t i = 0; i < n; i++) {
    std::string key = keyOf(i % 2 ? "solver.tolerance.of.level." : "gain.", (int)i);
    switch (i % 4) {
    case 0: r.set(key, x[i] * x[(i + 1) % n]); break;
    case 1: r.set(key, Range{x[i], x[i] + 2 * x[i - 1], (int)i + 1}); break;
    case 2: r.set(key, std::vector<double>(x + i / 2, x + i)); break;
    default: r.set(key, (int)i);
    }
  }
  double s = 0;
  for (size_t i = 0; i < n + 2; i++) {
    std::string key = keyOf(i % 2 ? "solver.tolerance.of.level." : "gain.", (int)i);
    s += scalar(r, key, x[0] * 0.5) * (numberOf(key) + 1);
  }
  if (auto range = r.edit<Range>("solver.tolerance.of.level.5")) { range->hi *= x[2]; range->steps++; }
  if (auto v = r.edit<std::vector<double>>("gain.6")) v->push_back(std::cos(x[3]));
  const Counter &c = r;
  s += scalar(r, "solver.tolerance.of.level.5", 0) + scalar(r, "gain.6", 0);
  return s * (1 + c.penalty()) + (double)r.size() * x[n - 1];
}
