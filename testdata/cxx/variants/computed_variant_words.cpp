// Variants and unions of floats and integers, by value: compilers compute with the words before they look at the tag.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const size_t 6
// llad: tags variant union
#include <variant>
#include <vector>
#include <map>
#include <string>
#include <numeric>
#include <cstddef>
struct Nothing {};
using Item = std::variant<std::size_t, double, Nothing, std::pair<double, double>>;
static Item make(const double *x, std::size_t n, std::size_t k) {
  switch (k % 4) { case 0: return k * 3 + 1; case 1: return x[k % n] * x[0]; case 2: return Nothing{}; default: return std::make_pair(x[k % n], x[1]); }
}
union Word { double d; unsigned long u; };
struct Tagged { int tag; Word w[2]; };
static Tagged tagged(const double *x, std::size_t n, std::size_t k) {
  Tagged t; t.tag = k % 3;
  if (t.tag == 0) { t.w[0].u = k * 5; t.w[1].u = k; }
  else if (t.tag == 1) { t.w[0].d = x[k % n]; t.w[1].d = x[0] * x[2]; }
  else { t.w[0].u = 0; t.w[1].d = x[k % n] * 2; }
  return t;
}
extern "C" double f(const double *x, std::size_t n) {
  std::vector<Item> all; std::size_t total = 0; std::map<std::string, Item> named;
  for (std::size_t k = 0; k < 3 * n; k++) {
    Item i = make(x, n, k);
    if (auto *c = std::get_if<std::size_t>(&i)) total += *c * 24 + k;
    if (k % 5 != 3) all.push_back(i);
    named["k" + std::to_string(k % 7)] = i;
  }
  double r = total * 1e-3;
  for (auto &i : all) r += std::visit([&](auto &v) -> double {
    using T = std::decay_t<decltype(v)>;
    if constexpr (std::is_same_v<T, std::size_t>) return (v * 7 % 5) * x[1];
    else if constexpr (std::is_same_v<T, double>) return v * v;
    else if constexpr (std::is_same_v<T, Nothing>) return 0.5;
    else return v.first * v.second; }, i);
  for (auto &[s, i] : named) if (auto *d = std::get_if<double>(&i)) r += *d * s.size();
  std::vector<Tagged> ts;
  for (std::size_t k = 0; k < 2 * n; k++) { Tagged t = tagged(x, n, k); if (t.tag == 0) total += t.w[0].u * 3; ts.push_back(t); }
  for (auto &t : ts) r += t.tag == 0 ? (t.w[0].u + t.w[1].u) * x[3] : t.tag == 1 ? t.w[0].d * t.w[1].d : t.w[1].d;
  return r + total * x[4] * 1e-2;
}
