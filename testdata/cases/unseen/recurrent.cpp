// A recurrent cell with gates, its history in a deque, weights by name in a multimap, settings written and read as text.
#include <charconv>
#include <cmath>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

class Vector {
  std::vector<double> v;

public:
  Vector(std::initializer_list<double> l) : v(l) {}
  explicit Vector(std::size_t n) : v(n) {}
  double &operator[](std::size_t i) { return v[i]; }
  double operator[](std::size_t i) const { return v[i]; }
  std::size_t size() const { return v.size(); }
  double dot(const Vector &o) const {
    double s = 0;
    for (std::size_t i = 0; i < v.size(); i++) s += v[i] * o.v[i];
    return s;
  }
};

using Weights = std::multimap<std::string, Vector>;

struct State { Vector hidden; double cell; };

static double sigmoid(double v) { return 1 / (1 + std::exp(-v)); }

static std::string settings(int window, double leak) {
  return "window:" + std::to_string(window) + " leak:" + std::to_string(leak) + " steps:";
}

static int number(std::string_view text, std::string_view key) {
  auto at = text.find(key);
  if (at == text.npos) return 0;
  int v = 0;
  std::from_chars(text.data() + at + key.size() + 1, text.data() + text.size(), v);
  return v;
}

static State step(const Weights &w, const State &s, double in) {
  State next{Vector(s.hidden.size()), 0};
  auto gate = [&](const char *name, double bias) {
    double a = bias * in;
    auto [b, e] = w.equal_range(name);
    for (auto it = b; it != e; ++it) a += it->second.dot(s.hidden);
    return a;
  };
  double forget = sigmoid(gate("forget", 0.3)), input = sigmoid(gate("input", 0.8)), candidate = std::tanh(gate("candidate", 1.0));
  next.cell = forget * s.cell + input * candidate;
  for (std::size_t i = 0; i < next.hidden.size(); i++) next.hidden[i] = std::tanh(next.cell + 0.2 * i) * sigmoid(gate("output", 0.1 * i));
  return next;
}

extern "C" double f(const double *x, std::size_t n) {
  std::string text = settings(static_cast<int>(n) / 3, 0.25);
  char digits[8];
  auto done = std::to_chars(digits, digits + sizeof digits, n * 2 / 2);
  text.append(digits, done.ptr);
  std::size_t window = number(text, "window");
  int steps = number(text, "steps");
  double leak = std::stod(text.substr(text.find("leak:") + 5));
  Weights w{{"forget", {x[0], 0.5, 0.1}}, {"input", {0.2, x[1], x[2]}}, {"forget", {0.3, x[3], 0.2}}, {"candidate", {x[4], x[5], 0.6}}};
  w.emplace("output", Vector{0.1, 0.2 * x[6], x[7]});
  std::deque<State> history{{Vector{0.1, 0.2, 0.3}, 0}};
  double loss = 0;
  for (int t = 0; t < steps; t++) {
    State next = step(w, history.back(), x[t % n] - 0.5);
    if (history.size() == window) {
      loss += leak * history.front().cell * next.cell;
      history.pop_front();
    }
    history.push_back(next);
    double target = t % 2 ? 0.3 : -0.1;
    loss += (next.hidden[0] - target) * (next.hidden[0] - target);
  }
  for (auto it = history.rbegin(); it != history.rend(); ++it) loss += 0.1 * it->hidden.dot(history[0].hidden);
  return loss + 0.01 * w.count("forget") * w.begin()->second[0];
}
