// Variants of doubles and 64-bit integers, whose word is read once and converted as a number
// before it is known which it is.
// llad: func f double
// llad: arg x dup double[6] {0.7,-0.4,1.3,0.2,0.9,-0.8}
// llad: arg n const int 6
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace {

using Signed = std::variant<double, std::int64_t>;
using Size = std::variant<double, std::size_t>;
using Value = std::variant<std::int64_t, double, std::string, bool>;

struct Number {
  double operator()(std::int64_t k) const { return double(k * 3 + 1); }
  double operator()(double d) const { return d * 0.1 + d * d * 0.001; }
  double operator()(const std::string &s) const { return double(s.size()); }
  double operator()(bool b) const { return b ? 1.5 : 0.5; }
};

double pairs(const double *x, int n) {
  std::vector<Signed> v;
  std::vector<Size> w;
  for (int i = 0; i < n; i++) {
    v.push_back(i % 2 ? Signed(x[i] * x[1]) : Signed(std::int64_t(i * 3 - 4)));
    w.push_back(i % 3 ? Size(x[i]) : Size(std::size_t(i)));
  }
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += std::visit([](auto a) { return double(a) * double(a) * 0.3; }, v[i]) * x[0];
    s += std::visit([](auto a, auto b) { return double(a) * double(b); }, w[i], v[(i + 2) % n]);
  }
  Signed last = v[0];
  for (auto &e : v) {
    if (auto p = std::get_if<double>(&e)) {
      if (*p > 0) last = *p;
    } else {
      s += x[3] * double(std::get<std::int64_t>(e));
    }
  }
  return s + std::visit([](auto a) { return double(a); }, last);
}

double values(const double *x) {
  std::map<std::string, Value> m;
  m["a"] = std::int64_t(3);
  m["b"] = x[0];
  m["c"] = std::string("hello");
  m["d"] = true;
  m["e"] = x[1] * x[2];
  m["f"] = std::int64_t(-7);
  double s = 0;
  for (auto &kv : m) s += std::visit(Number{}, kv.second) * x[3] * (s + 1);
  return s;
}

}  // namespace

extern "C" double f(const double *x, int n) { return pairs(x, n) + values(x) * x[4]; }
