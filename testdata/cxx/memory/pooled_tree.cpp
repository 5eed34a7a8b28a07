// A balanced tree of nodes out of a pool whose free places are linked where nodes have their keys; addresses of nodes are
// passed and returned by functions that stay calls.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <utility>
#include <vector>
template <class T> class Pool {
  union Place { Place *next; alignas(T) unsigned char bytes[sizeof(T)]; };
  std::vector<std::unique_ptr<Place[]>> blocks;
  Place *unused = nullptr;
public:
  template <class... A> T *make(A &&...a) {
    if (!unused) {
      blocks.emplace_back(new Place[8]);
      for (int i = 0; i < 8; i++) {
        blocks.back()[i].next = unused;
        unused = &blocks.back()[i];
      }
    }
    Place *p = unused;
    unused = p->next;
    return new (p->bytes) T(std::forward<A>(a)...);
  }
  void end(T *t) {
    t->~T();
    Place *p = reinterpret_cast<Place *>(t);
    p->next = unused;
    unused = p;
  }
};
struct Node {
  double key, value;
  Node *left = nullptr, *right = nullptr;
  int height = 1;
  Node(double k, double v) : key(k), value(v) {}
};
static int height(Node *n) { return n ? n->height : 0; }
static void update(Node *n) { n->height = 1 + std::max(height(n->left), height(n->right)); }
static Node *turnRight(Node *y) {
  Node *x = y->left;
  y->left = x->right, x->right = y;
  update(y), update(x);
  return x;
}
static Node *turnLeft(Node *x) {
  Node *y = x->right;
  x->right = y->left, y->left = x;
  update(x), update(y);
  return y;
}
static Node *insert(Pool<Node> &pool, Node *n, double k, double v) {
  if (!n) return pool.make(k, v);
  if (k < n->key) n->left = insert(pool, n->left, k, v);
  else n->right = insert(pool, n->right, k, v);
  update(n);
  int lean = height(n->left) - height(n->right);
  if (lean > 1) {
    if (k >= n->left->key) n->left = turnLeft(n->left);
    return turnRight(n);
  }
  if (lean < -1) {
    if (k < n->right->key) n->right = turnRight(n->right);
    return turnLeft(n);
  }
  return n;
}
static Node *takeLeast(Node *n, Node *&out) {
  if (!n->left) {
    out = n;
    return n->right;
  }
  n->left = takeLeast(n->left, out);
  update(n);
  return n;
}
static double sum(Node *n, double d) {
  return n ? n->value * std::exp(-d * n->key) + sum(n->left, d * 1.1) + sum(n->right, d * 0.9) : 0;
}
extern "C" double f(double *x, int n) {
  Pool<Node> pool;
  Node *root = nullptr;
  for (int i = 0; i < 14; i++) root = insert(pool, root, x[i % n] + 0.01 * i * i, x[(i * 5 + 1) % n]);
  double s = sum(root, 0.1);
  for (int k = 0; k < 5; k++) {
    Node *least;
    root = takeLeast(root, least);
    s += least->value * least->key * k;
    pool.end(least);
    if (k % 2) root = insert(pool, root, 1.5 + 0.1 * k * x[k], x[k]);
  }
  return s + sum(root, 0.2);
}
