// Doses of a drug in a multimap by hour, as variants; compartments in rows of rows, rules bound to references.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

struct Bolus { double amount; };
struct Infusion { double rate; int hours; };
struct Tablet {
  std::vector<double> layers;
  std::string name;
};
using Dose = std::variant<Bolus, Infusion, Tablet>;

struct Body {
  double amount[3] = {0, 0, 0};
  double rates[3][3];
  std::vector<std::tuple<double, int>> running;
};

static void give(Body &b, const Dose &d) {
  if (auto p = std::get_if<Bolus>(&d)) b.amount[0] += p->amount;
  else if (auto p = std::get_if<Infusion>(&d)) b.running.emplace_back(p->rate, p->hours);
  else {
    const Tablet &t = std::get<Tablet>(d);
    for (std::size_t k = 0; k < t.layers.size(); k++) b.amount[2] += t.layers[k] / (k + 1);
    b.amount[2] *= 1 + 0.001 * t.name.size();
  }
}

static void step(Body &b, double h) {
  double change[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double flow = b.rates[i][j] * b.amount[i];
      change[i] -= flow;
      if (i != j) change[j] += flow;
    }
  for (auto &[rate, hours] : b.running) {
    change[0] += rate;
    hours--;
  }
  b.running.erase(std::remove_if(b.running.begin(), b.running.end(), [](const auto &r) { return std::get<1>(r) <= 0; }), b.running.end());
  for (int i = 0; i < 3; i++) b.amount[i] += h * change[i];
}

static std::pair<double, double> extremes(const std::vector<double> &v) {
  double low = v[0], high = v[0];
  for (double e : v) std::tie(low, high) = std::pair(std::min(low, e), std::max(high, e));
  return {low, high};
}

extern "C" double f(const double *x, std::size_t n) {
  std::multimap<int, Dose> plan;
  plan.emplace(0, Bolus{2 * x[0]});
  plan.emplace(4, Infusion{x[1], 3});
  plan.emplace(0, Tablet{{x[2], 0.5 * x[3], 1.0}, "slow release tablet of three layers"});
  plan.emplace(4, Bolus{0.5});
  plan.emplace(9, Tablet{{x[4]}, "short"});
  plan.emplace(9, Infusion{0.2 * x[5], 2});
  Body b{.rates = {{0.1 * x[6], 0.2, 0}, {0.1 * x[7], 0.05, 0}, {0.3 * x[8], 0, 0.02}}};
  double threshold = 0.8 * x[9], area = 0;
  auto above = std::bind([](double level, double c) { return std::log1p(std::exp(4 * (c - level))) / 4; }, std::ref(threshold), std::placeholders::_1);
  std::function<double(double)> effect = above;
  std::vector<std::reference_wrapper<double>> watched{b.amount[0], b.amount[1]};
  std::vector<double> levels;
  for (int hour = 0; hour < 14; hour++) {
    auto [from, to] = plan.equal_range(hour);
    for (auto at = from; at != to; ++at) give(b, at->second);
    for (int k = 0; k < 2; k++) step(b, 0.5);
    for (double &w : watched) area += effect(w);
    levels.push_back(b.amount[0] / (1 + b.amount[1]));
    if (hour == 7) threshold *= x[10];
  }
  double low, high;
  std::tie(low, std::ignore) = extremes(levels);
  std::tie(std::ignore, high) = extremes({levels.begin() + 5, levels.end()});
  watched.front().get() *= x[n - 1];
  return area + high / (0.5 + low) + b.amount[0] + b.amount[2];
}
