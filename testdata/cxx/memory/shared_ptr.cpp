// A tree of std::shared_ptr, built and summed recursively.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <memory>

struct Tree {
  double v;
  std::shared_ptr<Tree> left, right;
};

static std::shared_ptr<Tree> build(const double *x, int n) {
  if (n == 0)
    return nullptr;
  auto t = std::make_shared<Tree>();
  t->v = x[n / 2];
  t->left = build(x, n / 2);
  t->right = build(x + n / 2 + 1, n - n / 2 - 1);
  return t;
}

static double sum(const std::shared_ptr<Tree> &t) {
  return t ? t->v * t->v + sum(t->left) * 2 + t->v * sum(t->right) : 0.5;
}

extern "C" double f(double *x, int n) { return sum(build(x, n)); }
