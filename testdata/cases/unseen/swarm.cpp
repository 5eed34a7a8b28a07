// A loss over particles whose moves are lazy expressions of vectors, with a policy for bounds and a static cache of weights.
#include <cmath>
#include <cstddef>
#include <vector>

constexpr std::size_t D = 3;

template <class E> struct Expr {
  const E &self() const { return static_cast<const E &>(*this); }
};
struct Vec : Expr<Vec> {
  double v[D];
  Vec() : v{} {}
  explicit Vec(double s) {
    for (double &e : v) e = s;
  }
  template <class E> Vec(const Expr<E> &e) {
    for (std::size_t i = 0; i < D; i++) v[i] = e.self()[i];
  }
  double operator[](std::size_t i) const { return v[i]; }
  double &operator[](std::size_t i) { return v[i]; }
  double norm2() const {
    double s = 0;
    for (double e : v) s += e * e;
    return s;
  }
};
template <class A, class B> struct Sum : Expr<Sum<A, B>> {
  const A &a;
  const B &b;
  Sum(const A &a, const B &b) : a(a), b(b) {}
  double operator[](std::size_t i) const { return a[i] + b[i]; }
};
template <class A, class B> struct Difference : Expr<Difference<A, B>> {
  const A &a;
  const B &b;
  Difference(const A &a, const B &b) : a(a), b(b) {}
  double operator[](std::size_t i) const { return a[i] - b[i]; }
};
template <class A> struct Scaled : Expr<Scaled<A>> {
  double s;
  const A &a;
  Scaled(double s, const A &a) : s(s), a(a) {}
  double operator[](std::size_t i) const { return s * a[i]; }
};
template <class A, class B> Sum<A, B> operator+(const Expr<A> &a, const Expr<B> &b) { return {a.self(), b.self()}; }
template <class A, class B> Difference<A, B> operator-(const Expr<A> &a, const Expr<B> &b) { return {a.self(), b.self()}; }
template <class A> Scaled<A> operator*(double s, const Expr<A> &a) { return {s, a.self()}; }

struct Reflect {
  static void apply(double &p, double &v) {
    if (p > 2) { p = 4 - p; v = -0.5 * v; }
    if (p < -2) { p = -4 - p; v = -0.5 * v; }
  }
};
struct Damp {
  static void apply(double &p, double &v) {
    if (std::fabs(p) > 1) v *= 1 / std::fabs(p);
  }
};

static int depth = 0;
struct Guard {
  int &d;
  explicit Guard(int &d) : d(d) { ++d; }
  ~Guard() { --d; }
  Guard(const Guard &) = delete;
};

static double weight(unsigned k) {
  static double table[16][2];
  static bool known[16];
  if (!known[k % 16]) {
    table[k % 16][0] = 1.0 / (1 + k % 16);
    table[k % 16][1] = std::sin(k % 16);
    known[k % 16] = true;
  }
  return table[k % 16][0] + 0.3 * table[k % 16][1];
}

template <class Bounds> class Swarm {
  struct Particle {
    Vec p, v, best;
    double cost;
  };
  std::vector<Particle> all;
  Vec best;
  double least = 1e9;
  static double cost(const Vec &p) { return p.norm2() + 0.4 * std::cos(3 * p[0]) * std::cos(2 * p[1]) + 0.1 * p[2]; }

public:
  Swarm(const double *x, std::size_t n) {
    for (std::size_t i = 0; i < 4; i++) {
      Particle q;
      for (std::size_t k = 0; k < D; k++) {
        q.p[k] = 2 * x[(i * D + k) % n] - 1.5;
        q.v[k] = 0.1 * x[(i + k) % n];
      }
      q.best = q.p;
      q.cost = cost(q.p);
      if (q.cost < least) { least = q.cost; best = q.p; }
      all.push_back(q);
    }
  }
  void step(double inertia, unsigned k) {
    Guard g(depth);
    for (Particle &q : all) {
      q.v = inertia * q.v + weight(k) * (q.best - q.p) + 0.3 * (best - q.p);
      q.p = q.p + q.v;
      for (std::size_t i = 0; i < D; i++) Bounds::apply(q.p[i], q.v[i]);
      double c = cost(q.p);
      if (c < q.cost) { q.cost = c; q.best = q.p; }
      if (c < least) { least = c; best = q.p; }
    }
  }
  double loss() const {
    double s = least * depth + least;
    for (const Particle &q : all) s += 0.2 * q.cost + 0.1 * q.p.norm2() + q.v[0];
    return s;
  }
};

extern "C" double f(const double *x, std::size_t n) {
  Swarm<Reflect> a(x, n);
  Swarm<Damp> b(x, n);
  for (unsigned k = 0; k < 6; k++) {
    a.step(0.5 + 0.1 * x[0], k);
    if (k % 2) b.step(0.4 * x[1], k + 3);
  }
  return a.loss() + 0.5 * b.loss();
}
