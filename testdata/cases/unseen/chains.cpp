// Elastic chains of beads that share springs, integrated by a policy; energies by CRTP, beads nested in groups.
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Bead { double pos, vel, force; };
using Chain = std::array<Bead, 5>;

template <class Self> struct Spring {
  double stiffness, rest;
  Spring(double k, double r) : stiffness(k), rest(r) {}
  double energy(double d) const { return static_cast<const Self *>(this)->shape(d - rest) * stiffness; }
  double force(double d) const { return -static_cast<const Self *>(this)->steep(d - rest) * stiffness; }
};
struct Hooke : Spring<Hooke> {
  using Spring::Spring;
  double shape(double s) const { return 0.5 * s * s; }
  double steep(double s) const { return s; }
};
struct Morse : Spring<Morse> {
  using Spring::Spring;
  double shape(double s) const { double e = 1 - std::exp(-s); return e * e; }
  double steep(double s) const { double e = std::exp(-s); return 2 * (1 - e) * e; }
};

struct Verlet {
  template <class F> static void step(Chain &c, double h, F forces) {
    for (Bead &b : c) { b.vel += 0.5 * h * b.force; b.pos += h * b.vel; }
    forces(c);
    for (Bead &b : c) b.vel += 0.5 * h * b.force;
  }
};
struct Damped {
  template <class F> static void step(Chain &c, double h, F forces) {
    forces(c);
    for (Bead &b : c) { b.vel = 0.98 * (b.vel + h * b.force); b.pos += h * b.vel; }
  }
};

template <class Law, class Integrator> class System {
  std::map<std::string, std::vector<std::pair<Chain, std::shared_ptr<const Law>>>> groups;

  static void forces(Chain &c, const Law &law) {
    for (Bead &b : c) b.force = -0.1 * b.vel;
    for (std::size_t i = 0; i + 1 < c.size(); i++) {
      double f = law.force(c[i + 1].pos - c[i].pos);
      c[i + 1].force += f;
      c[i].force -= f;
    }
    c[0].force -= c[0].pos;
  }

public:
  void add(const std::string &name, std::shared_ptr<const Law> law, const double *x, double shift) {
    Chain c;
    for (std::size_t i = 0; i < c.size(); i++) c[i] = {i + 0.3 * x[i] + shift, 0.2 * x[i + 1], 0};
    groups[name].emplace_back(c, std::move(law));
  }
  void run(int steps, double h) {
    for (auto &[name, list] : groups)
      for (auto &[chain, law] : list)
        for (int k = 0; k < steps; k++) Integrator::step(chain, h, [&law = law](Chain &c) { forces(c, *law); });
  }
  double energy() const {
    double e = 0;
    for (const auto &[name, list] : groups) {
      double part = 0;
      for (const auto &[c, law] : list) {
        for (const Bead &b : c) part += 0.5 * b.vel * b.vel;
        for (std::size_t i = 0; i + 1 < c.size(); i++) part += law->energy(c[i + 1].pos - c[i].pos);
      }
      e += part * (name.size() > 4 ? 1.0 : 0.5);
    }
    return e;
  }
};

extern "C" double f(const double *x, std::size_t n) {
  auto soft = std::make_shared<const Hooke>(x[0] + 1, 0.8), hard = std::make_shared<const Hooke>(3 * x[1], x[2]);
  System<Hooke, Verlet> a;
  a.add("left", soft, x, 0);
  a.add("right one", hard, x + 3, 0.1 * x[n - 1]);
  a.add("left", hard, x + 1, 0.2);
  a.run(12, 0.05);
  System<Morse, Damped> b;
  b.add("only", std::make_shared<const Morse>(x[3], 1 + 0.1 * x[4]), x + 5, 0);
  b.run(8, 0.1);
  return a.energy() + 0.7 * b.energy() + 0.1 * soft.use_count() * x[5];
}
