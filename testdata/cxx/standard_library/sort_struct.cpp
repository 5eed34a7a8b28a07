// Sorting structs and pairs, priority queue, heap.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <algorithm>
#include <cmath>
#include <queue>
#include <vector>
struct Item { double weight; int id; double value; bool operator<(const Item &o) const { return weight < o.weight; } };
extern "C" double f(double *x, int n) {
  std::vector<Item> items;
  for (int i = 0; i < n; i++) items.push_back({x[i], i, x[i] * x[(i + 1) % n]});
  std::sort(items.begin(), items.end());
  std::vector<std::pair<double, int>> pairs;
  for (auto &it : items) pairs.emplace_back(it.value, it.id);
  std::sort(pairs.begin(), pairs.end());
  std::priority_queue<double> pq;
  for (auto &p : pairs) pq.push(p.first * (p.second + 1));
  double s = 0;
  int k = 1;
  while (!pq.empty()) { s += pq.top() / k++; pq.pop(); }
  std::make_heap(items.begin(), items.end());
  for (auto &it : items) s = std::sin(s) + it.value * it.id;
  return s;
}
