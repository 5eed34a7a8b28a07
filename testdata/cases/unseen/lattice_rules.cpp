// An automaton on a ring of cells with kinds, whose rules are shared; masks in bitsets, totals by inner products.
#include <array>
#include <bitset>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numeric>
#include <vector>

constexpr std::size_t L = 12;
enum class Kind : unsigned char { empty, grass, water, stone, count };
struct Traits { double grows, flows; Kind next; };
constexpr std::array<Traits, static_cast<std::size_t>(Kind::count)> traits{{
    {0.10, 0.50, Kind::grass},
    {0.30, 0.20, Kind::water},
    {0.00, 0.90, Kind::empty},
    {0.00, 0.00, Kind::stone},
}};
constexpr const Traits &of(Kind k) { return traits[static_cast<std::size_t>(k)]; }

struct Cell {
  Kind kind = Kind::empty;
  double mass = 0, age = 0;
};
using Ring = std::array<Cell, L>;

struct Rule {
  virtual ~Rule() = default;
  virtual Cell next(const Cell &left, const Cell &here, const Cell &right) const = 0;
};
struct Spread : Rule {
  double rate;
  explicit Spread(double r) : rate(r) {}
  Cell next(const Cell &l, const Cell &c, const Cell &r) const override {
    Cell out = c;
    double flow = rate * of(c.kind).flows;
    out.mass += flow * (l.mass - 2 * c.mass + r.mass);
    out.mass *= 1 + 0.1 * of(c.kind).grows;
    out.age += 1;
    return out;
  }
};
struct Turn : Rule {
  std::shared_ptr<const Rule> before;
  double limit;
  Turn(std::shared_ptr<const Rule> b, double l) : before(std::move(b)), limit(l) {}
  Cell next(const Cell &l, const Cell &c, const Cell &r) const override {
    Cell out = before->next(l, c, r);
    if (out.mass > limit && out.kind != Kind::stone) {
      out.kind = of(out.kind).next;
      out.mass = limit + 0.5 * (out.mass - limit);
      out.age = 0;
    }
    return out;
  }
};

static std::bitset<L> heavy(const Ring &ring, double above) {
  std::bitset<L> m;
  for (std::size_t i = 0; i < L; i++) m[i] = ring[i].mass > above;
  return m;
}

extern "C" double f(const double *x, std::size_t n) {
  Ring ring;
  for (std::size_t i = 0; i < L; i++) ring[i] = {static_cast<Kind>(i * 5 % 4), x[i % n], 0.1 * i};
  auto spread = std::make_shared<Spread>(0.15 + 0.05 * x[0]);
  std::vector<std::shared_ptr<const Rule>> rules{spread, std::make_shared<Turn>(spread, 1.05), std::make_shared<Turn>(spread, 0.9 * x[1])};
  double s = 0;
  std::bitset<L> before = heavy(ring, 1.0);
  for (std::size_t step = 0; step < 9; step++) {
    Ring next;
    const Rule &rule = *rules[step % rules.size()];
    for (std::size_t i = 0; i < L; i++) next[i] = rule.next(ring[(i + L - 1) % L], ring[i], ring[(i + 1) % L]);
    ring = next;
    std::bitset<L> now = heavy(ring, 0.95), changed = now ^ before;
    s += 0.05 * changed.count() * ring[step % L].mass;
    if ((now & (now << 1)).any()) s += 0.2 * ring[0].mass * ring[L - 1].mass;
    before = now;
  }
  std::array<double, L> masses, ages, sums;
  for (std::size_t i = 0; i < L; i++) { masses[i] = ring[i].mass; ages[i] = 0.1 * ring[i].age; }
  s += std::inner_product(masses.begin(), masses.end(), ages.begin(), 0.0);
  std::partial_sum(masses.begin(), masses.end(), sums.begin());
  s += std::inner_product(masses.begin(), masses.end(), sums.begin(), 0.0, std::plus<>(), [](double a, double b) { return std::sqrt(a * a + b); }) * 0.1;
  return s + spread.use_count() * 0.01 * x[2];
}
