// Ballots with bitsets behind shared pointers, ranked stably, tallied by lambdas, an atomic generation counter.
#include <algorithm>
#include <atomic>
#include <bitset>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>
struct Ballot {
  std::bitset<12> approves;
  double weight;
  std::shared_ptr<Ballot> proxy;
  double power() const { return weight + (proxy ? 0.5 * proxy->power() : 0.0); }
};
struct Tally {
  std::vector<std::pair<int, double>> scores;
  std::atomic<unsigned> generation{0};
  std::function<double(double, unsigned)> fade;
  void add(const Ballot &b) {
    unsigned g = generation.fetch_add(1) + 1;
    for (auto &[who, score] : scores)
      if (b.approves[who]) score += fade(b.power(), g);
  }
  void rank() {
    std::stable_sort(scores.begin(), scores.end(), [](const auto &p, const auto &q) { return p.second > q.second; });
  }
};
extern "C" double f(const double *x, size_t n) {
  std::vector<std::shared_ptr<Ballot>> ballots;
  for (size_t i = 0; i < n; i++) {
    auto b = std::make_shared<Ballot>();
    b->approves = std::bitset<12>((i * 2654435761u >> 7) & 0xfff);
    b->approves.flip(i);
    b->weight = x[i];
    if (i % 3 == 2) b->proxy = ballots[i / 2];
    ballots.push_back(b);
  }
  Tally t;
  for (int k = 0; k < 12; k += 2) t.scores.emplace_back(k, 0.25 * x[k]);
  double memory = x[1] * 0.3;
  t.fade = [memory, &x](double p, unsigned g) { return p * std::exp(-memory * g * 0.1) + 0.01 * x[g % 12]; };
  for (auto &b : ballots) t.add(*b);
  t.rank();
  double s = 0;
  for (size_t r = 0; r < t.scores.size(); r++) s += t.scores[r].second / (r + 1.0) + 0.001 * t.scores[r].first;
  auto strong = std::partition(ballots.begin(), ballots.end(), [](const auto &b) { return b->approves.count() % 2 == 0; });
  auto sum = [](auto first, auto last) { double v = 0; for (; first != last; ++first) v += (*first)->power() * (double)(*first)->approves.count(); return v; };
  s += sum(ballots.begin(), strong) - 0.5 * sum(strong, ballots.end());
  ballots.erase(ballots.begin(), strong);
  std::weak_ptr<Ballot> first = ballots.front();
  ballots.front()->weight *= x[2];
  double held = 0;
  if (auto p = first.lock()) held = p->power();
  ballots.clear();
  return s + held * held + (first.expired() ? x[4] : x[5]) + t.generation.load() * x[6];
}
