// Nodes of a class hierarchy in lists, walked by an iterator adaptor, bounded by arrays of arrays, nearest first.
#include <cmath>
#include <iterator>
#include <list>
#include <memory>
#include <queue>
#include <vector>
struct Box { double span[2][3]; };
class Node {
protected:
  std::list<std::shared_ptr<Node>> children;

public:
  double local[3];
  explicit Node(const double *p) { for (int k = 0; k < 3; k++) local[k] = p[k]; }
  virtual ~Node() = default;
  virtual double mass() const { double m = 0; for (auto &c : children) m += c->mass(); return m; }
  virtual void grow(Box &b) const {
    for (int k = 0; k < 3; k++) {
      b.span[0][k] = std::fmin(b.span[0][k], local[k]);
      b.span[1][k] = std::fmax(b.span[1][k], local[k]);
    }
    for (auto &c : children) c->grow(b);
  }
  void add(std::shared_ptr<Node> n) { children.push_back(std::move(n)); }
  const std::list<std::shared_ptr<Node>> &kids() const { return children; }
};
class Ball : public Node {
  double radius;

public:
  Ball(const double *p, double r) : Node(p), radius(r) {}
  double mass() const override { return Node::mass() + radius * radius * radius; }
  void grow(Box &b) const override { Node::grow(b); b.span[1][2] += 0.1 * radius; }
};
class Rod : public Node {
  double *samples;
  int count;

public:
  Rod(const double *p, int count) : Node(p), samples(new double[count]), count(count) { for (int i = 0; i < count; i++) samples[i] = p[i % 3] * (i + 1); }
  Rod(const Rod &) = delete;
  ~Rod() override { delete[] samples; }
  double mass() const override { double m = Node::mass(); for (int i = 0; i < count; i++) m += 0.1 * samples[i]; return m; }
};
template <class It> class Every {
  It first, last;
  int stride;

public:
  struct iterator {
    It at, end;
    int stride;
    decltype(auto) operator*() const { return **at; }
    iterator &operator++() { for (int k = 0; k < stride && at != end; k++) ++at; return *this; }
    bool operator!=(const iterator &o) const { return at != o.at; }
  };
  Every(It f, It l, int s) : first(f), last(l), stride(s) {}
  iterator begin() const { return {first, last, stride}; }
  iterator end() const { return {last, last, stride}; }
};
template <class C> auto every(const C &c, int stride) { return Every<typename C::const_iterator>(c.begin(), c.end(), stride); }
struct Item { double distance; const Node *node; };
struct Far { bool operator()(const Item &a, const Item &b) const { return a.distance > b.distance; } };
extern "C" double f(const double *x, size_t n) {
  auto root = std::make_shared<Node>(x);
  std::vector<std::shared_ptr<Node>> all{root};
  for (size_t i = 0; i + 3 <= n; i++) {
    std::shared_ptr<Node> node;
    if (i % 3 == 0) node = std::make_shared<Ball>(x + i, x[(i + 4) % n]);
    else if (i % 3 == 1) node = std::make_shared<Rod>(x + i, 3 + (int)i);
    else node = std::make_shared<Node>(x + i);
    all[i / 2]->add(node);
    all.push_back(node);
  }
  Box b{};
  root->grow(b);
  double s = root->mass();
  for (auto &side : b.span) for (double v : side) s += v * v;
  for (const Node &node : every(root->kids(), 2)) s += node.mass() * node.local[1];
  std::priority_queue<Item, std::vector<Item>, Far> queue;
  queue.push({0, root.get()});
  double w = 1;
  while (!queue.empty()) {
    auto [d, node] = queue.top();
    queue.pop();
    s += (w *= 0.8) * d;
    for (const Node &k : every(node->kids(), 1)) {
      double q = 0;
      for (int j = 0; j < 3; j++) q += (k.local[j] - node->local[j] * 0.5) * (k.local[j] - node->local[j] * 0.5);
      queue.push({d + std::sqrt(q + 0.1), &k});
    }
  }
  return s;
}
