// Energies of a crystal: shells of neighbours in a multimap, structure factors as complex sums, bases by concepts.
#include <array>
#include <cmath>
#include <compare>
#include <complex>
#include <concepts>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <vector>

struct Index {
  int h, k, l;
  auto operator<=>(const Index &) const = default;
  int squared() const { return h * h + k * k + l * l; }
};

template <class B>
concept Basis = requires(const B b, int i) {
  { b.count() } -> std::convertible_to<int>;
  { b.atom(i) } -> std::same_as<std::array<double, 3>>;
  { b.charge(i) } -> std::convertible_to<double>;
};

struct Rocksalt {
  double shift;
  int count() const { return 2; }
  std::array<double, 3> atom(int i) const { return i ? std::array<double, 3>{0.5 + shift, 0.5, 0.5} : std::array<double, 3>{}; }
  double charge(int i) const { return i ? -1 : 1; }
};
struct Layered {
  std::vector<std::pair<std::array<double, 3>, double>> atoms;
  int count() const { return static_cast<int>(atoms.size()); }
  std::array<double, 3> atom(int i) const { return atoms[i].first; }
  double charge(int i) const { return atoms[i].second; }
};

template <Basis B> std::complex<double> factor(const B &b, Index q) {
  using namespace std::complex_literals;
  std::complex<double> s = 0;
  for (int i = 0; i < b.count(); i++) {
    auto r = b.atom(i);
    double phase = 2 * M_PI * (q.h * r[0] + q.k * r[1] + q.l * r[2]);
    s += b.charge(i) * std::exp(1i * phase);
  }
  return s;
}

static std::multimap<int, Index> shells(int reach) {
  std::multimap<int, Index> m;
  for (int h = -reach; h <= reach; h++)
    for (int k = -reach; k <= reach; k++)
      for (int l = 0; l <= reach; l++)
        if (Index q{h, k, l}; q != Index{0, 0, 0}) m.emplace(q.squared(), q);
  return m;
}

template <Basis B, class Law> double energy(const B &b, double edge, Law law, const std::multimap<int, Index> &all) {
  double e = 0;
  std::set<Index> seen;
  for (int r = 1; r <= 5; r++) {
    double part = 0;
    auto [from, to] = all.equal_range(r);
    for (auto at = from; at != to; ++at) {
      if (!seen.insert(at->second).second) continue;
      part += std::norm(factor(b, at->second));
    }
    e += part * law(2 * M_PI * std::sqrt(r) / edge);
  }
  return e + 0.001 * seen.size() * edge;
}

extern "C" double f(const double *x, std::size_t n) {
  auto all = shells(2);
  double screening = x[0];
  auto coulomb = [screening](double g) { return std::exp(-g * g / (4 * 40 * screening)) / (g * g); };
  std::function<double(double)> soft = [&, a = x[1] * x[2]](double g) { return a / (1 + g * g * x[3]); };
  double s = energy(Rocksalt{0.01 * x[4]}, 1 + x[5], coulomb, all);
  Layered layers;
  for (std::size_t i = 6; i + 1 < n; i += 2)
    layers.atoms.push_back({{0.1 * x[i], 0.3 * static_cast<double>(i % 4), 0.2 * x[i + 1]}, i % 4 ? x[i] : -x[i + 1]});
  s += 0.1 * energy(layers, 2 * x[5] + 1, soft, all);
  std::complex<double> z = factor(layers, {1, 0, 2});
  s += std::arg(z + 4.0) + std::abs(std::conj(z) * std::polar(1.0, x[11]) + 0.5);
  return s;
}
