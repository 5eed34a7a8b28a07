// Maps in vectors of vectors: their headers, with the colour of a node, are moved to places that
// cannot be told from those of the numbers in their nodes.
// llad: func f double
// llad: arg x dup double[4] {0.7,-0.4,1.3,0.2}
// llad: arg n const int 4
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Named { double v = 0; std::string name; };
struct Numbered { Named named; int number = 0; };
using Tree = std::map<int, Numbered>;
using Trees = std::vector<Tree>;

void fill(Tree &t, const double *x, int n, int k) {
  for (int i = 0; i < n; i++) {
    Numbered e;
    e.named.v = x[i] * x[k % n];
    e.named.name = "key" + std::to_string(i % 3);
    e.number = k;
    t[(i * 5 + 2) % 7] = std::move(e);
  }
}

Trees make(const double *x, int n) {
  Trees trees;
  for (int k = 0; k < 3; k++) {
    trees.emplace_back();
    fill(trees.back(), x, n, k);
  }
  return trees;
}

double sum(const Tree &t) {
  double r = 0, w = 1;
  for (auto &kv : t) r += w * kv.second.named.v * kv.second.named.v + 0.1 * kv.second.number * kv.first, w *= 0.8;
  return r;
}

}  // namespace

extern "C" double f(const double *x, int n) {
  std::vector<Trees> all;
  for (int k = 0; k < 2; k++) all.push_back(make(x, n - k));
  double r = 0;
  for (auto &trees : all)
    for (auto &t : trees) r += sum(t) * (r + 1);
  return r;
}
