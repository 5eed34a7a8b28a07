// A ball that bounces: an integrator of embedded steps behind an opaque handle, events in a list, tables by index_sequence.
#include <array>
#include <cmath>
#include <cstddef>
#include <list>
#include <memory>
#include <utility>
#include <vector>

constexpr double stages[4][4] = {{0, 0, 0, 0}, {0.5, 0, 0, 0}, {0, 0.75, 0, 0}, {2.0 / 9, 1.0 / 3, 4.0 / 9, 0}};
constexpr double high[4] = {2.0 / 9, 1.0 / 3, 4.0 / 9, 0}, low[4] = {7.0 / 24, 0.25, 1.0 / 3, 0.125};

using State = std::array<double, 4>;

template <std::size_t... I> static State combine(const State &y, double h, const double *c, const State (&k)[4], std::index_sequence<I...>) {
  auto one = [&](std::size_t i) {
    double s = y[i];
    for (int j = 0; j < 4; j++) s += h * c[j] * k[j][i];
    return s;
  };
  return {one(I)...};
}

struct Event { double time, height; int kind; };

class Solver {
  struct Body;
  std::unique_ptr<Body> body;

public:
  Solver(double drag, double bounce, double wind);
  ~Solver();
  void run(State &y, double end, std::list<Event> &events);
  int rejected() const;
};

struct Solver::Body {
  double drag, bounce, wind;
  int rejected = 0, nested = 0;
  State slope(const State &y) const {
    double vx = y[2] - wind, v = std::sqrt(vx * vx + y[3] * y[3] + 1e-6);
    return {y[2], y[3], -drag * v * vx, -1 - drag * v * y[3]};
  }
};

class Depth {
  int &d;

public:
  explicit Depth(int &d) : d(d) { d++; }
  ~Depth() { d--; }
};

Solver::Solver(double drag, double bounce, double wind) : body(new Body{drag, bounce, wind}) {}
Solver::~Solver() = default;
int Solver::rejected() const { return body->rejected; }

void Solver::run(State &y, double end, std::list<Event> &events) {
  Depth depth(body->nested);
  double t = 0, h = 0.1;
  for (int step = 0; t < end && step < 200; step++) {
    if (t + h > end) h = end - t;
    State k[4] = {};
    for (int i = 0; i < 4; i++) k[i] = body->slope(combine(y, h, stages[i], k, std::make_index_sequence<4>()));
    State next = combine(y, h, high, k, std::make_index_sequence<4>()), other = combine(y, h, low, k, std::make_index_sequence<4>());
    double error = 0;
    for (std::size_t i = 0; i < 4; i++) error += (next[i] - other[i]) * (next[i] - other[i]);
    if (error > 1e-6 && h > 0.02) {
      h *= 0.5;
      body->rejected++;
      continue;
    }
    if (next[1] < 0 && next[3] < 0) {
      double w = y[1] / (y[1] - next[1]);
      for (std::size_t i = 0; i < 4; i++) next[i] = y[i] + w * (next[i] - y[i]);
      next[1] = 0;
      next[3] = -body->bounce * next[3];
      events.push_back({t + w * h, next[3] * next[3] / 2, 1});
      t += w * h;
    } else {
      if (y[3] > 0 && next[3] <= 0) events.push_front({t, next[1], 0});
      t += h;
    }
    y = next;
    h = h < 0.1 ? 1.5 * h : h;
  }
}

extern "C" double f(const double *x, std::size_t n) {
  double s = 0;
  std::vector<State> ends;
  for (std::size_t k = 0; k < 2; k++) {
    Solver solver(0.05 * x[0], 0.7 + 0.1 * x[1], 0.2 * x[2 + k]);
    State y{0, 0.3 * x[4 + k], x[6 + k], 0.8 * x[8 + k]};
    std::list<Event> events;
    solver.run(y, 2.5, events);
    events.remove_if([](const Event &e) { return e.kind == 0 && e.height < 0.01; });
    for (const Event &e : events) s += (e.kind ? 0.5 : 1.0) * e.height + 0.1 * e.time;
    s += 0.01 * (solver.rejected() > 0) * y[0];
    ends.push_back(y);
  }
  return s + ends[0][0] * ends[1][1] * x[10] + ends[1][0] * x[11];
}
