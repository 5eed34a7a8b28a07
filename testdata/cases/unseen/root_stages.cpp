// Roots of polynomials through stages that are folded together, coefficients from a constexpr table, views of the results.
#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <numeric>
#include <ranges>
#include <tuple>
#include <utility>
#include <vector>

template <std::size_t N> consteval std::array<std::array<double, N>, N> binomials() {
  std::array<std::array<double, N>, N> t{};
  for (std::size_t n = 0; n < N; n++)
    for (std::size_t k = 0; k <= n; k++) t[n][k] = k == 0 || k == n ? 1 : t[n - 1][k - 1] + t[n - 1][k];
  return t;
}
constexpr auto choose = binomials<6>();

template <class T> concept Scalar = std::floating_point<T>;
template <class P> concept Polynomial = requires(const P &p, double v) {
  { p(v) } -> Scalar;
  { p.degree() } -> std::integral;
};

template <Scalar T, std::size_t N> struct Poly {
  std::array<T, N + 1> c;
  static constexpr int degree() { return static_cast<int>(N); }
  T operator()(T v) const {
    return std::accumulate(c.rbegin(), c.rend(), T{}, [v](T s, T k) { return s * v + k; });
  }
  Poly<T, N - 1> derivative() const requires(N > 0) {
    Poly<T, N - 1> d;
    for (std::size_t k = 1; k <= N; k++) d.c[k - 1] = k * c[k];
    return d;
  }
  Poly shifted(T h) const {
    Poly r{};
    for (std::size_t n = 0; n <= N; n++) {
      T power = 1;
      for (std::size_t k = n + 1; k-- > 0;) { r.c[k] += c[n] * choose[n][k] * power; power *= h; }
    }
    return r;
  }
};

template <Polynomial P> static double newton(const P &p, double v) {
  auto d = p.derivative();
  for (int k = 0; k < 7; k++) v -= p(v) / d(v);
  return v;
}

template <class... S> class Pipeline {
  std::tuple<S...> stages;

public:
  explicit Pipeline(S... s) : stages(std::move(s)...) {}
  double operator()(double v) const {
    return std::apply([v](const auto &...s) { double r = v; ((r = s(r)), ...); return r; }, stages);
  }
  static constexpr std::size_t size() { return sizeof...(S); }
};

template <class... T> static double product(T... t) { return (1.0 * ... * t); }
template <class F, class... T> static void each(F f, const T &...t) { (f(t), ...); }

extern "C" double f(const double *x, std::size_t n) {
  Poly<double, 3> cubic{{-x[0], 2 + x[1], 0.3 * x[2], 1}};
  Poly<double, 5> quintic{{-x[3], 1 + x[4], 0.1, 0.2 * x[5], 0.1, 0.5}};
  Poly<double, 2> square{{-x[6] - 1, 0.5 * x[7], 1}};
  std::vector<double> roots;
  each([&](const auto &p) { roots.push_back(newton(p, 0.8)); roots.push_back(newton(p.shifted(0.5), 0.3)); }, cubic, quintic, square);
  double scale = x[8];
  Pipeline stages([](double v) { return std::sin(v); }, [scale](double v) { return scale * v * v; }, [&](double v) { return cubic(v); });
  std::array<std::function<double(double)>, 3> functions{stages, quintic, [&square](double v) { return square.derivative()(v); }};
  double s = 0;
  for (double r : roots | std::views::transform(stages) | std::views::reverse) s = 0.7 * s + r;
  for (std::size_t k : std::views::iota(std::size_t{0}, functions.size())) s += functions[k](roots[k]) * x[9 + k % 3];
  auto positive = roots | std::views::filter([](double r) { return r > 0; });
  s += std::accumulate(positive.begin(), positive.end(), 0.0) / static_cast<double>(std::ranges::distance(positive));
  return s + product(roots[0], roots[2], x[10]) + 0.01 * Pipeline<>::size() * n;
}
