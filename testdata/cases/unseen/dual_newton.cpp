// Newton's iteration by dual numbers over lazy expressions, in containers that are template parameters.
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

template <class T> struct Dual {
  T v, d;
  Dual(T v = T(), T d = T()) : v(v), d(d) {}
  friend Dual operator+(const Dual &a, const Dual &b) { return {a.v + b.v, a.d + b.d}; }
  friend Dual operator-(const Dual &a, const Dual &b) { return {a.v - b.v, a.d - b.d}; }
  friend Dual operator*(const Dual &a, const Dual &b) { return {a.v * b.v, a.v * b.d + a.d * b.v}; }
  friend Dual sin(const Dual &a) { using std::sin; using std::cos; return {sin(a.v), cos(a.v) * a.d}; }
  friend Dual cos(const Dual &a) { using std::sin; using std::cos; return {cos(a.v), T(-1.0) * sin(a.v) * a.d}; }
  friend Dual exp(const Dual &a) { using std::exp; T e = exp(a.v); return {e, e * a.d}; }
};

template <class E> struct Node { const E &get() const { return static_cast<const E &>(*this); } };
template <std::size_t K> struct Arg : Node<Arg<K>> {
  template <class T, std::size_t N> T operator()(const std::array<T, N> &u) const { return u[K]; }
};
struct Const : Node<Const> {
  double c;
  explicit Const(double c) : c(c) {}
  template <class T, std::size_t N> T operator()(const std::array<T, N> &) const { return T(c); }
};
template <class Op, class A, class B> struct Two : Node<Two<Op, A, B>> {
  A a; B b;
  Two(A a, B b) : a(a), b(b) {}
  template <class T, std::size_t N> T operator()(const std::array<T, N> &u) const { return Op::apply(a(u), b(u)); }
};
template <class A> struct Sine : Node<Sine<A>> {
  A a;
  explicit Sine(A a) : a(a) {}
  template <class T, std::size_t N> T operator()(const std::array<T, N> &u) const { using std::sin; return sin(a(u)); }
};
struct Add { template <class T> static T apply(const T &a, const T &b) { return a + b; } };
struct Sub { template <class T> static T apply(const T &a, const T &b) { return a - b; } };
struct Mul { template <class T> static T apply(const T &a, const T &b) { return a * b; } };
template <class A, class B> Two<Add, A, B> operator+(const Node<A> &a, const Node<B> &b) { return {a.get(), b.get()}; }
template <class A, class B> Two<Sub, A, B> operator-(const Node<A> &a, const Node<B> &b) { return {a.get(), b.get()}; }
template <class A, class B> Two<Mul, A, B> operator*(const Node<A> &a, const Node<B> &b) { return {a.get(), b.get()}; }
template <class A> Sine<A> sine(const Node<A> &a) { return Sine<A>(a.get()); }

template <std::size_t N, template <class...> class Store> class Newton {
  using D = Dual<double>;
  using F = std::function<D(const std::array<D, N> &)>;
  std::array<F, N> system;
  template <std::size_t... I> static std::array<D, N> seed(const std::array<double, N> &u, std::size_t k, std::index_sequence<I...>) {
    return {D(u[I], I == k ? 1.0 : 0.0)...};
  }

public:
  template <class... E> explicit Newton(const E &...e) : system{F(e)...} {}
  std::array<double, N> solve(std::array<double, N> u, Store<double> &norms) const {
    for (int it = 0; it < 6; it++) {
      std::array<std::array<double, N>, N> j;
      std::array<double, N> r;
      for (std::size_t k = 0; k < N; k++) {
        auto s = seed(u, k, std::make_index_sequence<N>());
        for (std::size_t i = 0; i < N; i++) { D y = system[i](s); r[i] = y.v; j[i][k] = y.d; }
      }
      norms.push_back(std::transform_reduce(r.begin(), r.end(), 0.0, std::plus<>(), [](double v) { return v * v; }));
      for (std::size_t k = 0; k < N; k++)
        for (std::size_t i = k + 1; i < N; i++) {
          double m = j[i][k] / j[k][k];
          for (std::size_t c = k; c < N; c++) j[i][c] -= m * j[k][c];
          r[i] -= m * r[k];
        }
      for (std::size_t i = N; i-- > 0;) {
        for (std::size_t c = i + 1; c < N; c++) r[i] -= j[i][c] * r[c];
        r[i] /= j[i][i];
        u[i] -= r[i];
      }
    }
    return u;
  }
};

extern "C" double f(const double *x, std::size_t n) {
  Arg<0> a;
  Arg<1> b;
  Arg<2> c;
  double s = 0;
  for (std::size_t k = 0; k + 6 <= n; k += 3) {
    auto first = Const(2 + x[k]) * a + sine(b) - Const(x[k + 1]);
    auto second = Const(3.0) * b + Const(0.5 * x[k + 2]) * a * c - Const(x[k + 3]);
    auto third = c * Const(2.0) + sine(a * b) - Const(x[k + 4] * x[k + 5]);
    Newton<3, std::vector> newton(first, second, third);
    std::vector<double> norms;
    auto u = newton.solve({0.1, 0.2, 0.3}, norms);
    std::array<double, 3> weights{1, x[k], 0.5};
    s += std::transform_reduce(u.begin(), u.end(), weights.begin(), 0.0) + 0.1 * std::sqrt(norms[0] + norms[1]);
  }
  Dual<Dual<double>> second({x[0], 1}, {1, 0});
  auto y = exp(second * second) * sin(second);
  return s + 0.01 * y.d.d;
}
