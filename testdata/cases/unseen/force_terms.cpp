// A molecular force field behind a pimpl: terms bound to their constants, bonds in a deque, axes by index sequences.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

using Vec = std::array<double, 3>;

template <std::size_t... I> Vec minus(const Vec &a, const Vec &b, std::index_sequence<I...>) { return {(a[I] - b[I])...}; }
template <std::size_t... I> double dot(const Vec &a, const Vec &b, std::index_sequence<I...>) { return ((a[I] * b[I]) + ...); }
using Axes = std::make_index_sequence<3>;
inline Vec operator-(const Vec &a, const Vec &b) { return minus(a, b, Axes{}); }
inline double operator*(const Vec &a, const Vec &b) { return dot(a, b, Axes{}); }
inline double length(const Vec &a) { return std::sqrt(a * a); }

class Field {
  struct Impl;
  std::unique_ptr<Impl> impl;

public:
  Field();
  ~Field();
  Field(Field &&) noexcept;
  void atom(Vec at, double charge);
  void bond(int a, int b, double stiffness, double rest);
  void angle(int a, int b, int c, double stiffness, const double &rest);
  double energy() const;
  double relax(int steps, double rate);
};

struct Field::Impl {
  std::vector<Vec> at;
  std::vector<double> charge;
  std::deque<std::function<double(const std::vector<Vec> &)>> terms;

  static double stretch(const std::vector<Vec> &p, int a, int b, double k, double rest) {
    double d = length(p[a] - p[b]) - rest;
    return 0.5 * k * d * d;
  }
  double bend(const std::vector<Vec> &p, std::array<int, 3> i, double k, double rest) const {
    Vec u = p[i[0]] - p[i[1]], v = p[i[2]] - p[i[1]];
    double d = u * v / (length(u) * length(v)) - rest;
    return k * d * d;
  }
  double pairs() const {
    double e = 0;
    for (std::size_t i = 0; i < at.size(); i++)
      for (std::size_t j = i + 1; j < at.size(); j++) {
        double r = length(at[i] - at[j]), s = 0.3 / r;
        e += charge[i] * charge[j] / r + std::pow(s, 6) - 0.5 * std::pow(s, 3);
      }
    return e;
  }
  double total() const {
    return std::accumulate(terms.begin(), terms.end(), pairs(), [this](double s, const auto &t) { return s + t(at); });
  }
};

Field::Field() : impl(std::make_unique<Impl>()) {}
Field::~Field() = default;
Field::Field(Field &&) noexcept = default;
void Field::atom(Vec at, double charge) {
  impl->at.push_back(at);
  impl->charge.push_back(charge);
}
void Field::bond(int a, int b, double stiffness, double rest) {
  using namespace std::placeholders;
  impl->terms.push_back(std::bind(&Impl::stretch, _1, a, b, stiffness, rest));
}
void Field::angle(int a, int b, int c, double stiffness, const double &rest) {
  using namespace std::placeholders;
  impl->terms.push_front(std::bind(&Impl::bend, impl.get(), _1, std::array<int, 3>{a, b, c}, stiffness, std::cref(rest)));
}
double Field::energy() const { return impl->total(); }
double Field::relax(int steps, double rate) {
  for (int s = 0; s < steps; s++) {
    std::vector<Vec> moved(impl->at.size());
    double here = impl->total();
    std::transform(impl->at.begin(), impl->at.end(), moved.begin(), [&, here](Vec &v) {
      Vec result = v;
      for (int c = 0; c < 3; c++) {
        double keep = std::exchange(v[c], v[c] + 1e-3);
        result[c] -= rate * (impl->total() - here) / 1e-3;
        v[c] = keep;
      }
      return result;
    });
    impl->at = std::move(moved);
  }
  return energy();
}

static Field water(const double *x) {
  Field w;
  w.atom({0.1 * x[0], 0, 0}, -0.8 * x[1]);
  w.atom({0.9, 0.3 * x[2], 0.1}, 0.4 * x[3]);
  w.atom({-0.2, 0.9, 0.2 * x[4]}, 0.4);
  w.bond(0, 1, 2 * x[5], 0.9);
  w.bond(0, 2, 2 * x[6], 1.0);
  return w;
}

extern "C" double f(const double *x, std::size_t n) {
  Field w = water(x);
  double rest = -0.25 * x[7];
  w.angle(1, 0, 2, x[8], rest);
  double s = w.energy();
  rest *= x[9];
  s += 0.5 * w.relax(3, 0.02 * x[10]);
  Field v = std::move(w);
  return s + 0.1 * x[n - 1] * v.energy();
}
