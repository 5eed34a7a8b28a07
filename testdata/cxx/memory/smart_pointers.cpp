// unique_ptr to arrays, trees of unique_ptr, shared_ptr and weak_ptr, custom deleters.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <memory>
struct Node {
  double value;
  std::unique_ptr<Node> left, right;
  explicit Node(double v) : value(v) {}
};
static void insert(std::unique_ptr<Node> &t, double v) {
  if (!t) t = std::make_unique<Node>(v);
  else if (v < t->value) insert(t->left, v);
  else insert(t->right, v);
}
static double walk(const Node *t, int depth) {
  if (!t) return 0;
  return walk(t->left.get(), depth + 1) + depth * t->value * t->value + std::sin(walk(t->right.get(), depth + 1));
}
struct Params { double a, b; };
struct Model {
  std::shared_ptr<Params> p;
  std::weak_ptr<Params> w;
  double eval(double t) const { return p->a * t + w.lock()->b * t * t; }
};
extern "C" double f(double *x, int n) {
  std::unique_ptr<Node> root;
  for (int i = 0; i < n; i++) insert(root, x[i]);
  std::unique_ptr<double[]> buf(new double[n]);
  for (int i = 0; i < n; i++) buf[i] = x[i] * x[(i + 1) % n];
  auto params = std::make_shared<Params>(Params{x[0], x[1]});
  Model m1{params, params}, m2 = m1;
  params->a *= x[2];
  std::shared_ptr<double> own(new double(x[3]), [](double *p) { delete p; });
  std::shared_ptr<Params> moved = std::move(m2.p);
  double s = walk(root.get(), 1) * *own;
  for (int i = 0; i < n; i++) s += m1.eval(buf[i]);
  return s + moved->a * moved.use_count();
}
