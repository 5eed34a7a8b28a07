// Ballistics: drag laws visited by overloads, a table of shots in a valarray, integrators behind member pointers and a pimpl.
#include <cmath>
#include <cstddef>
#include <deque>
#include <memory>
#include <valarray>
#include <variant>

template <class... F> struct Overloaded : F... { using F::operator()...; };
template <class... F> Overloaded(F...) -> Overloaded<F...>;

struct Quadratic { double k; };
struct Tabled { std::valarray<double> machs, drags; };
struct Layered { double ground, scale; };
using Drag = std::variant<Quadratic, Tabled, Layered>;

using State = std::valarray<double>; // position and velocity

class Range {
  struct Impl;
  std::unique_ptr<Impl> impl;

public:
  using Step = void (Impl::*)(State &, double) const;
  Range(double mass, double wind);
  ~Range();
  void add(Drag d);
  State shoot(double speed, double angle, bool fine) const;
  const std::deque<Drag> &drags() const;
};

struct Range::Impl {
  double mass, wind;
  std::deque<Drag> drags;

  double drag(double speed, double height) const {
    auto one = Overloaded{
        [&](const Quadratic &q) { return q.k * speed * speed; },
        [&](const Tabled &t) {
          std::size_t k = 1;
          while (k + 1 < t.machs.size() && t.machs[k] < speed) k++;
          double w = (speed - t.machs[k - 1]) / (t.machs[k] - t.machs[k - 1]);
          return t.drags[k - 1] + w * (t.drags[k] - t.drags[k - 1]);
        },
        [&](const Layered &l) { return l.ground * std::exp(-height / l.scale) * speed; }};
    double s = 0;
    for (const Drag &d : drags) s += std::visit(one, d);
    return s;
  }
  State slope(const State &s) const {
    double vx = s[2] - wind, v = std::hypot(vx, s[3]), a = drag(v, s[1]) / (mass * v);
    return {s[2], s[3], -a * vx, -1 - a * s[3]};
  }
  void euler(State &s, double h) const { s += h * slope(s); }
  void middle(State &s, double h) const {
    State half = s + State(0.5 * h * slope(s));
    s += h * slope(half);
  }
};

Range::Range(double mass, double wind) : impl(new Impl{mass, wind, {}}) {}
Range::~Range() = default;
void Range::add(Drag d) { impl->drags.push_front(std::move(d)); }
const std::deque<Drag> &Range::drags() const { return impl->drags; }
State Range::shoot(double speed, double angle, bool fine) const {
  State s{0, 0.1, speed * std::cos(angle), speed * std::sin(angle)}, before = s;
  Step step = fine ? &Impl::middle : &Impl::euler;
  for (int k = 0; k < 60; k++) {
    before = s;
    (impl.get()->*step)(s, 0.05);
    if (s[1] < 0) {
      double t = before[1] / (before[1] - s[1]);
      return before + State(t * (s - before));
    }
  }
  return s;
}

extern "C" double f(const double *x, std::size_t n) {
  Range range(1 + x[0], 0.2 * x[1]);
  range.add(Quadratic{0.05 * x[2]});
  range.add(Tabled{{0, 0.5, 1, 2}, {0, 0.01 * x[3], 0.05, 0.1 * x[4]}});
  std::valarray<double> table(12);
  for (int i = 0; i < 3; i++) {
    State hit = range.shoot(1 + 0.3 * x[5], 0.5 + 0.1 * i + 0.05 * x[6], i % 2);
    table[std::slice(4 * i, 4, 1)] = hit;
    if (i == 1) range.add(Layered{0.05 * x[7], 1 + x[8]});
  }
  std::valarray<double> far = table[std::slice(0, 3, 4)], down = table[std::slice(3, 3, 4)];
  std::valarray<double> weights(x + 9, 3);
  double s = (far * weights).sum() / weights.sum() + 0.1 * std::pow(down, 2.0).sum();
  for (const Drag &d : range.drags())
    if (auto l = std::get_if<Layered>(&d)) s += 0.1 * l->ground * l->scale;
  return s + std::sqrt(std::abs(far)).max() + 0.01 * x[n - 2] * std::tanh(far).min();
}
