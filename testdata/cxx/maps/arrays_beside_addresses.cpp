// Nodes that hold arrays beside addresses, walked by indices that are known at run time alone;
// and an array that is moved up to a multiple of 64 in its block.

// llad: func f double
// llad: arg x dup double[6] {0.7,-0.4,1.3,0.2,0.9,-1.1}
// llad: arg n const int 6
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <vector>

namespace {

struct Touch {
  double at[2], force, pull;
};

struct Pair {
  Touch touches[2];
  int count = 0;
  const double *first = nullptr, *second = nullptr;
  double drag = 0;
};

struct Tree {
  std::array<double, 4> weight;
  std::array<Tree *, 4> below;
  double value = 0;
  int count = 0;
  std::vector<double> seen;
};

// The force of each touch follows the others' and what both sides hold.
double settle(std::map<int, Pair> &pairs, int steps) {
  double sum = 0;
  for (int t = 0; t < steps; t++)
    for (auto &[key, p] : pairs) {
      for (int k = 0; k < p.count; k++) {
        Touch &c = p.touches[k];
        c.force = 0.9 * c.force + p.drag * std::sin(*p.first * c.at[0] - *p.second * c.at[1]);
        c.pull += 0.1 * c.force * p.touches[p.count - 1 - k].force;
      }
      for (int k = 0; k < p.count; k++)
        sum += (1 + key) * p.touches[k].pull;
    }
  return sum;
}

double grow(const double *x, int n) {
  std::vector<std::unique_ptr<Tree>> trees;
  for (int i = 0; i < n; i++) {
    auto t = std::make_unique<Tree>();
    for (int k = 0; k < 4; k++)
      t->weight[k] = x[(i + k) % n], t->below[k] = nullptr;
    if (i) {
      Tree *up = trees[(i - 1) / 2].get();
      up->below[up->count++] = t.get();
    }
    trees.push_back(std::move(t));
  }
  double sum = 0;
  for (int t = 0; t < 3; t++)
    for (int i = n - 1; i >= 0; i--) {
      Tree &tree = *trees[i];
      tree.value = 0.1 * t;
      for (int k = 0; k <= i % 4; k++)
        tree.value += tree.weight[k] * tree.weight[(k + 1) % 4];
      for (int k = 0; k < tree.count; k++)
        tree.value += 0.3 * std::sin(tree.below[k]->value);
      tree.seen.push_back(tree.value);
    }
  for (auto &t : trees)
    for (double v : t->seen)
      sum += v * v;
  return sum;
}

struct Cell {
  double own[4];
  Cell *next[3];
  double value;
  int count;
};

// The cells stand in an array, and lead to each other.
double cells(const double *x, int n) {
  std::vector<Cell> all(n);
  for (int i = 0; i < n; i++) {
    Cell &c = all[i];
    for (int k = 0; k < 4; k++)
      c.own[k] = x[(i + 2 * k) % n];
    c.count = 0, c.value = 0;
    if (i) {
      Cell &up = all[(i - 1) / 3];
      up.next[up.count++] = &c;
    }
  }
  double sum = 0;
  for (int t = 0; t < 3; t++)
    for (int i = n - 1; i >= 0; i--) {
      Cell &c = all[i];
      c.value = 0.1 * t;
      for (int k = 0; k <= (i + t) % 4; k++)
        c.value += c.own[k] * c.own[(k + 1) % 4];
      for (int k = 0; k < c.count; k++)
        c.value += 0.3 * std::sin(c.next[k]->value);
      sum += c.value * c.own[(i + 1) % 4];
    }
  return sum;
}

double rounded(const double *x, int n) {
  char *block = (char *)std::malloc(n * sizeof(double) + 65);
  std::intptr_t over = (std::intptr_t)block % 64;
  double *a = (double *)(block + (over ? 64 - over : 0)), sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    sum += a[i] * a[(i + 1) % n];
  std::free(block);
  return sum;
}

} // namespace

extern "C" double f(const double *x, int n) {
  std::map<int, Pair> pairs;
  for (int i = 0; i + 1 < n; i++) {
    Pair p;
    p.count = 1 + i % 2, p.first = &x[i], p.second = &x[i + 1], p.drag = 0.5 + 0.1 * x[n - 1 - i];
    for (int k = 0; k < p.count; k++)
      p.touches[k] = {{x[i] + k, x[i + 1] - k}, 0.2 * x[i], 0};
    pairs.insert({i, p});
  }
  return settle(pairs, 4) + grow(x, n) + cells(x, n) + rounded(x, n);
}
