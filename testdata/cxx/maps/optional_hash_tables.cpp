// Hash tables in variants and optionals, which are copied and moved as words: the number that
// a table keeps to know when to grow is a float, and has no derivative.
// llad: func f double
// llad: arg x dup double[5] {0.7,-0.4,1.3,0.2,0.9}
// llad: arg n const int 5
#include <optional>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace {

using Table = std::unordered_map<int, double>;
using Item = std::variant<int, Table>;
struct Entry { std::optional<Table> table; Item item; double w; };

Entry make(const double *x, int k, int n) {
  Entry e{{}, k, x[k]};
  if (k % 2) {
    e.table.emplace();
    for (int j = 0; j < n; j++) (*e.table)[j % 3] += x[j] * x[k];
  }
  if (k % 3 == 1) e.item = Table{{1, x[k]}, {2, x[0] * x[1]}};
  return e;
}

double value(const Entry &e) {
  double r = e.w;
  if (e.table) for (auto &kv : *e.table) r += kv.second * kv.second;
  if (auto *t = std::get_if<1>(&e.item)) for (auto &kv : *t) r += kv.first * kv.second;
  return r;
}

}  // namespace

extern "C" double f(const double *x, int n) {
  std::vector<Entry> entries;
  for (int k = 0; k < n; k++) entries.push_back(make(x, k, n));
  auto copies = entries;
  copies.pop_back();
  double sum = 0;
  for (auto &e : entries) sum += value(e);
  for (auto &e : copies) sum += 0.5 * value(e) * value(copies[0]);
  return sum;
}
