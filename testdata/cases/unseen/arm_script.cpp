// A robot arm that runs a script of commands in a machine of states; angles have units, joints are nested by template.
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

constexpr double operator""_deg(long double v) { return static_cast<double>(v) * 0.017453292519943295; }
constexpr double operator""_deg(unsigned long long v) { return static_cast<double>(v) * 0.017453292519943295; }

struct Frame {
  double x = 0, y = 0, angle = 0;
  Frame then(double length, double turn) const {
    double a = angle + turn;
    return {x + length * std::cos(a), y + length * std::sin(a), a};
  }
};

template <int K> struct Joint {
  double length, turn;
  Joint<K - 1> rest;
  Frame tip(Frame at) const { return rest.tip(at.then(length, turn)); }
  template <class F> void each(F f) { f(K, length, turn); rest.each(f); }
};
template <> struct Joint<0> {
  Frame tip(Frame at) const { return at; }
  template <class F> void each(F) {}
};

struct Bend { int joint; double by; };
struct Stretch { double factor; };
struct Wait { int ticks; };
struct Repeat { int times; std::vector<std::variant<Bend, Stretch, Wait>> body; };
using Command = std::variant<Bend, Stretch, Wait, Repeat>;

class Machine {
  enum { ready, moving, waiting, stopped } state = ready;
  const std::vector<Command> &script;
  std::size_t at = 0;
  int left = 0;
  Joint<3> &arm;
  void simple(const Bend &b) { arm.each([&](int k, double &, double &turn) { if (k == b.joint) turn += b.by; }); }
  void simple(const Stretch &s) { arm.each([&](int, double &length, double &) { length *= s.factor; }); }
  void simple(const Wait &w) { left += w.ticks; }

public:
  Machine(const std::vector<Command> &s, Joint<3> &a) : script(s), arm(a) {}
  bool resume() {
    switch (state) {
    case ready:
      if (at == script.size()) { state = stopped; return false; }
      state = moving;
      return true;
    case moving: {
      const Command &c = script[at++];
      if (auto *r = std::get_if<Repeat>(&c)) {
        for (int k = 0; k < r->times; k++)
          for (const auto &b : r->body) std::visit([this](const auto &v) { simple(v); }, b);
      } else if (auto *b = std::get_if<Bend>(&c)) simple(*b);
      else if (auto *s = std::get_if<Stretch>(&c)) simple(*s);
      else simple(std::get<Wait>(c));
      state = left > 0 ? waiting : ready;
      return true;
    }
    case waiting:
      if (--left == 0) state = ready;
      return true;
    case stopped: return false;
    }
    return false;
  }
};

extern "C" double f(const double *x, std::size_t n) {
  Joint<3> arm{1 + 0.1 * x[0], 30_deg, {0.8, 0.5 * x[1], {0.6 * x[2], -12.5_deg, {}}}};
  std::vector<std::vector<Command>> scripts(2);
  scripts[0].push_back(Bend{3, 10_deg * x[3]});
  scripts[0].push_back(Wait{2});
  scripts[0].push_back(Repeat{3, {Bend{2, 0.1 * x[4]}, Stretch{1 + 0.02 * x[5]}, Bend{1, -5.0_deg}}});
  scripts[1].push_back(Stretch{0.9 * x[6]});
  scripts[1].push_back(Repeat{2, {Wait{1}, Bend{1, x[7] * x[8]}}});
  scripts[1].push_back(Bend{2, 0.3 * x[9]});
  double s = 0;
  int ticks = 0;
  for (const auto &script : scripts) {
    Machine m(script, arm);
    while (m.resume()) {
      Frame t = arm.tip({});
      double dx = t.x - 0.5 * x[10], dy = t.y - 0.5 * x[11];
      s += 0.1 * std::sqrt(dx * dx + dy * dy + 0.01) + 0.02 * std::cos(t.angle);
      ticks++;
    }
  }
  return s + 0.01 * ticks * x[n - 1];
}
