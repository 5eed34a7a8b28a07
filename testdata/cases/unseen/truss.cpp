// Elements of a truss in an intrusive list, assembled by visitors, a frequency response in complex numbers.
#include <array>
#include <atomic>
#include <cmath>
#include <complex>
#include <cstddef>
#include <vector>

struct Bar;
struct Mass;
struct Damper;
struct Visitor {
  virtual ~Visitor() = default;
  virtual void visit(const Bar &) = 0;
  virtual void visit(const Mass &) = 0;
  virtual void visit(const Damper &) = 0;
};
struct Element {
  Element *next = nullptr;
  virtual ~Element() = default;
  virtual void accept(Visitor &) const = 0;
};
struct Bar : Element {
  int a, b;
  double k;
  Bar(int a, int b, double k) : a(a), b(b), k(k) {}
  void accept(Visitor &v) const override { v.visit(*this); }
};
struct Mass : Element {
  int at;
  double m;
  Mass(int at, double m) : at(at), m(m) {}
  void accept(Visitor &v) const override { v.visit(*this); }
};
struct Damper : Element {
  int at;
  double c;
  Damper(int at, double c) : at(at), c(c) {}
  void accept(Visitor &v) const override { v.visit(*this); }
};

static std::atomic<int> made{0};
class Model {
  Element *head = nullptr;

public:
  Model() = default;
  Model(const Model &) = delete;
  Model &operator=(const Model &) = delete;
  ~Model() {
    while (head) {
      Element *e = head;
      head = e->next;
      delete e;
      --made;
    }
  }
  template <class E, class... A> void add(A... a) {
    E *e = new E(a...);
    e->next = head;
    head = e;
    ++made;
  }
  void accept(Visitor &v) const {
    for (const Element *e = head; e; e = e->next) e->accept(v);
  }
};

constexpr int N = 4;
using Z = std::complex<double>;
struct NodeData { double load, weight; };

class Assemble : public Visitor {
  double w;

public:
  std::array<std::array<Z, N>, N> a{};
  explicit Assemble(double w) : w(w) {}
  void visit(const Bar &b) override {
    a[b.a][b.a] += b.k;
    if (b.b < 0) return;
    a[b.b][b.b] += b.k;
    a[b.a][b.b] -= b.k;
    a[b.b][b.a] -= b.k;
  }
  void visit(const Mass &m) override { a[m.at][m.at] -= w * w * m.m; }
  void visit(const Damper &d) override { a[d.at][d.at] += Z(0, w * d.c); }
};
class Weigh : public Visitor {
public:
  double total = 0;
  void visit(const Bar &b) override { total += 0.05 * b.k; }
  void visit(const Mass &m) override { total += m.m; }
  void visit(const Damper &) override { total += 0.01; }
};

static std::array<Z, N> solve(std::array<std::array<Z, N>, N> a, std::array<Z, N> b) {
  for (int k = 0; k < N; k++)
    for (int i = k + 1; i < N; i++) {
      Z m = a[i][k] / a[k][k];
      for (int j = k; j < N; j++) a[i][j] -= m * a[k][j];
      b[i] -= m * b[k];
    }
  for (int i = N - 1; i >= 0; i--) {
    for (int j = i + 1; j < N; j++) b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
  return b;
}

extern "C" double f(const double *x, std::size_t n) {
  std::array<NodeData, N> nodes;
  for (int i = 0; i < N; i++) nodes[i] = {0.5 + 0.1 * i, x[8 + i]};
  Model model;
  for (int i = 0; i < N; i++) {
    model.add<Bar>(i, i + 1 < N ? i + 1 : -1, 1.5 + x[i]);
    model.add<Mass>(i, 0.2 * x[(i + 4) % n]);
    if (i % 2 == 0) model.add<Damper>(i, 0.3 + 0.1 * x[i + 1]);
  }
  model.add<Bar>(0, -1, 1.0);
  double s = 0;
  for (double w : {0.5, 1.5, 3.0}) {
    Assemble assemble(w);
    model.accept(assemble);
    std::array<Z, N> b;
    for (int i = 0; i < N; i++) b[i] = std::polar(nodes[i].load, 0.2 * nodes[i].weight);
    auto u = solve(assemble.a, b);
    for (int i = 0; i < N; i++) s += nodes[i].weight * std::norm(u[i]) + 0.1 * std::arg(u[i]);
  }
  Weigh weigh;
  model.accept(weigh);
  return s + 0.1 * weigh.total * made.load();
}
