// Tasks as state machines in a priority queue; steps yield optionals, states are variants, costs are lazy expressions.
#include <cmath>
#include <optional>
#include <queue>
#include <variant>
#include <vector>
template <class T> struct Lazy { const T &get() const { return static_cast<const T &>(*this); } };
struct Num : Lazy<Num> { double v; explicit Num(double v) : v(v) {} double eval() const { return v; } };
template <class A, class B> struct Sum : Lazy<Sum<A, B>> { A a; B b; Sum(A a, B b) : a(a), b(b) {} double eval() const { return a.eval() + b.eval(); } };
template <class A, class B> struct Prod : Lazy<Prod<A, B>> { A a; B b; Prod(A a, B b) : a(a), b(b) {} double eval() const { return a.eval() * b.eval(); } };
template <class A, class B> Sum<A, B> operator+(const Lazy<A> &a, const Lazy<B> &b) { return {a.get(), b.get()}; }
template <class A, class B> Prod<A, B> operator*(const Lazy<A> &a, const Lazy<B> &b) { return {a.get(), b.get()}; }
struct Waiting { int ticks; double due; };
struct Running { double progress; double rate; };
struct Blocked { std::vector<double> inbox; int need; };
struct Done { double value; };
using State = std::variant<Waiting, Running, Blocked, Done>;
struct Task {
  int id;
  State state;
  std::optional<double> last;
  std::optional<double> step(double dt) {
    if (auto w = std::get_if<Waiting>(&state)) {
      if (--w->ticks > 0) return std::nullopt;
      double due = w->due;
      state = Running{0, due * due};
      return due;
    }
    if (auto r = std::get_if<Running>(&state)) {
      r->progress += r->rate * dt;
      if (r->progress < 0.5) return r->progress;
      double p = r->progress;
      state = Blocked{{p, std::sqrt(p)}, 4};
      return std::nullopt;
    }
    if (auto b = std::get_if<Blocked>(&state)) {
      b->inbox.push_back(b->inbox.back() * dt + b->inbox.front());
      if ((int)b->inbox.size() < b->need) return {};
      double s = 0;
      for (double v : b->inbox) s += v;
      state = Done{s};
      return s;
    }
    return std::get<Done>(state).value;
  }
};
struct Entry {
  int when;
  size_t task;
  double boost;
  bool operator<(const Entry &o) const { return when != o.when ? when > o.when : task > o.task; }
};
extern "C" double f(const double *x, size_t n) {
  std::vector<Task> tasks;
  std::priority_queue<Entry> queue;
  for (size_t i = 0; i < n; i++) {
    tasks.push_back({(int)i, Waiting{1 + (int)(i % 3), x[i]}, {}});
    queue.push({(int)(7 * i % 5), i, x[(i + 3) % n]});
  }
  double total = 0;
  for (int now = 0; !queue.empty() && now < 150; now++) {
    Entry e = queue.top();
    queue.pop();
    Task &t = tasks[e.task];
    std::optional<double> out = t.step(0.125);
    auto cost = Num(e.boost) * Num(out.value_or(0.25)) + Num(0.1) * Num(t.last.value_or(x[0]));
    total += cost.eval();
    if (out) t.last = *out * e.boost;
    else t.last.reset();
    if (!std::holds_alternative<Done>(t.state)) queue.push({e.when + 1 + (int)(e.task % 2), e.task, e.boost * 0.9});
  }
  for (auto &t : tasks) total += std::visit([&](auto &s) -> double {
    using T = std::decay_t<decltype(s)>;
    if constexpr (std::is_same_v<T, Done>) return std::sin(s.value);
    else if constexpr (std::is_same_v<T, Running>) return s.progress;
    else return t.last.value_or(0.0);
  }, t.state);
  return total;
}
