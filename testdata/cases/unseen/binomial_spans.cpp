// Options on a lattice in spans of one arena, payoffs by CRTP, stages of a product in a tuple, values seen through views.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <numeric>
#include <ranges>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

struct Arena {
  std::vector<std::unique_ptr<double[]>> blocks;
  std::size_t used = 0;
  double *take(std::size_t n) {
    blocks.push_back(std::make_unique<double[]>(n));
    used += n;
    return blocks.back().get();
  }
};
template <class T> class InArena {
  Arena *arena;
  template <class> friend class InArena;

public:
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  explicit InArena(Arena &a) : arena(&a) {}
  template <class U> InArena(const InArena<U> &o) : arena(o.arena) {}
  T *allocate(std::size_t n) {
    static_assert(sizeof(T) == sizeof(double));
    return reinterpret_cast<T *>(arena->take(n));
  }
  void deallocate(T *, std::size_t) {}
  bool operator==(const InArena &o) const { return arena == o.arena; }
};
using Values = std::vector<double, InArena<double>>;

template <class Self> struct Payoff {
  double strike;
  explicit Payoff(double k) : strike(k) {}
  void fill(std::span<const double> spots, std::span<double> out) const {
    std::ranges::transform(spots, out.begin(), [this](double s) { return static_cast<const Self *>(this)->at(s); });
  }
};
struct Call : Payoff<Call> {
  using Payoff::Payoff;
  double at(double s) const { return s > strike ? s - strike : 0; }
};
struct Put : Payoff<Put> {
  using Payoff::Payoff;
  double at(double s) const { return s < strike ? strike - s : 0; }
};
struct Smooth : Payoff<Smooth> {
  using Payoff::Payoff;
  double at(double s) const { return std::log1p(std::exp(4 * (s - strike))) / 4; }
};

class Lattice {
  double up, probability, discount;

public:
  Lattice(double rate, double volatility, double h) : up(std::exp(volatility * std::sqrt(h))), discount(std::exp(-rate * h)) {
    probability = (1 / discount - 1 / up) / (up - 1 / up);
  }
  template <class P> double value(const P &payoff, double spot, int steps, Arena &arena, auto &&early) const {
    Values spots(steps + 1, 0.0, InArena<double>(arena)), v(steps + 1, 0.0, InArena<double>(arena));
    for (int i : std::views::iota(0, steps + 1)) spots[i] = spot * std::pow(up, steps - 2 * i);
    payoff.fill(spots, v);
    std::span<double> now(v);
    for (int k = steps; k-- > 0;) {
      now = now.first(k + 1);
      for (auto [i, e] : std::views::iota(0, k + 1) | std::views::transform([&](int i) { return std::pair<int, double &>(i, now[i]); }))
        e = early(discount * (probability * e + (1 - probability) * v[i + 1]), payoff.at(spot * std::pow(up, k - 2 * i)));
    }
    return now[0];
  }
};

extern "C" double f(const double *x, std::size_t n) {
  Arena arena;
  Lattice calm(0.02 * x[0], 0.2 * x[1], 0.1), wild(0.05 * x[2], 0.3 + 0.2 * x[3], 0.2);
  auto book = std::tuple(Call(1.0 + 0.1 * x[4]), Put(1.2 * x[5]), Smooth(x[6]));
  auto hold = [](double v, double) { return v; };
  auto best = [](double v, double e) { return v > e ? v : e; };
  auto blend = [w = 0.1 * x[7]](double v, double e) { return v + w * e; };
  double s = std::apply(
      [&](const auto &...p) {
        double sum = 0;
        int steps = 4;
        ((sum += calm.value(p, 1 + 0.1 * x[8], steps, arena, hold) + wild.value(p, x[9], steps + 1, arena, best), steps++), ...);
        return sum;
      },
      book);
  s += wild.value(std::get<Smooth>(book), x[10], 5, arena, blend);
  Values all(InArena<double>{arena});
  all.reserve(8);
  for (const auto &b : arena.blocks | std::views::drop(1) | std::views::take(6)) all.push_back(b[0]);
  auto large = all | std::views::filter([](double v) { return v > 0.01; });
  s += 0.1 * std::accumulate(large.begin(), large.end(), 0.0);
  return s + 0.001 * arena.used * x[11] + 0.0 * n;
}
