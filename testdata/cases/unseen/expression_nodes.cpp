// Expressions as nodes in a monotonic buffer, evaluated under guards on a stack of values, operators by reference.
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory_resource>
#include <new>
#include <span>
#include <utility>
#include <vector>

template <class T> concept Evaluates = requires(const T &t, std::span<const double> v) {
  { t.eval(v) } -> std::convertible_to<double>;
};

struct Node {
  virtual double eval(std::span<const double> v) const = 0;
  virtual int depth() const = 0;

protected:
  ~Node() = default;
};

class Scope {
  std::pmr::vector<double> &stack;
  std::size_t mark;

public:
  explicit Scope(std::pmr::vector<double> &s) : stack(s), mark(s.size()) {}
  ~Scope() { stack.resize(mark); }
  Scope(const Scope &) = delete;
};

struct Constant final : Node {
  double c;
  explicit Constant(double c) : c(c) {}
  double eval(std::span<const double>) const override { return c; }
  int depth() const override { return 1; }
};
struct Variable final : Node {
  std::size_t k;
  explicit Variable(std::size_t k) : k(k) {}
  double eval(std::span<const double> v) const override { return v[k]; }
  int depth() const override { return 1; }
};
struct Binary final : Node {
  std::function<double(double, double)> op;
  const Node *a, *b;
  Binary(std::function<double(double, double)> op, const Node *a, const Node *b) : op(std::move(op)), a(a), b(b) {}
  double eval(std::span<const double> v) const override { return op(a->eval(v), b->eval(v)); }
  int depth() const override { return 1 + std::max(a->depth(), b->depth()); }
};
struct Fold final : Node {
  std::pmr::vector<const Node *> parts;
  std::pmr::vector<double> *stack;
  Fold(std::pmr::memory_resource *r, std::pmr::vector<double> *s) : parts(r), stack(s) {}
  double eval(std::span<const double> v) const override {
    Scope scope(*stack);
    std::size_t base = stack->size();
    for (const Node *p : parts) {
      double e = p->eval(v);
      stack->push_back(e);
    }
    double s = 0;
    for (std::size_t i = base; i < stack->size(); i++) s = 0.9 * s + (*stack)[i];
    return s;
  }
  int depth() const override {
    int d = 0;
    for (const Node *p : parts) d = std::max(d, p->depth());
    return d + 1;
  }
};

class Arena {
  std::pmr::memory_resource *r;

public:
  explicit Arena(std::pmr::memory_resource *r) : r(r) {}
  template <class T, class... A> T *make(A &&...a) {
    static_assert(Evaluates<T>);
    return new (r->allocate(sizeof(T), alignof(T))) T(std::forward<A>(a)...);
  }
};

static double mix(double weight, double a, double b) { return weight * a + (1 - weight) * b; }
struct Scale {
  double by;
  double operator()(double a, double b) const { return by * a * b; }
};

extern "C" double f(const double *x, std::size_t n) {
  std::array<std::byte, 2048> room;
  std::pmr::monotonic_buffer_resource resource(room.data(), room.size());
  std::pmr::vector<double> stack(&resource);
  Arena arena(&resource);
  Scale scale{0.8};
  Fold *root = arena.make<Fold>(&resource, &stack);
  std::vector<Binary *> binaries;
  for (std::size_t k = 0; k < 4; k++) {
    auto *v = arena.make<Variable>(k);
    auto *c = arena.make<Constant>(0.5 + 0.25 * k);
    auto *m = arena.make<Binary>(std::bind(mix, 0.2 * x[k + 4], std::placeholders::_2, std::placeholders::_1), v, c);
    auto *p = arena.make<Binary>(std::ref(scale), m, v);
    auto *inner = arena.make<Fold>(&resource, &stack);
    inner->parts.push_back(p);
    inner->parts.push_back(m);
    inner->parts.push_back(v);
    root->parts.push_back(inner);
    binaries.push_back(m);
    binaries.push_back(p);
  }
  double s = 0;
  for (std::size_t i = 0; i + 4 <= n; i += 4) {
    s += root->eval(std::span(x + i, 4)) * root->depth();
    scale.by *= 1 + 0.1 * x[11 - i / 4];
  }
  s += 0.1 * stack.size();
  for (Binary *b : binaries) b->op = nullptr;
  return s;
}
