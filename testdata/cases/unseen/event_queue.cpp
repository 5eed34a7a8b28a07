// A simulation of customers by events that wait in a rotated ring, states advanced by small matrices, a log as text.
#include <algorithm>
#include <cmath>
#include <compare>
#include <cstddef>
#include <span>
#include <sstream>
#include <string>
#include <vector>

template <std::size_t R, std::size_t C> struct Mat {
  double a[R][C] = {};
  double &operator()(std::size_t i, std::size_t j) { return a[i][j]; }
  double operator()(std::size_t i, std::size_t j) const { return a[i][j]; }
  template <std::size_t K> Mat<R, K> operator*(const Mat<C, K> &o) const {
    Mat<R, K> r;
    for (std::size_t i = 0; i < R; i++)
      for (std::size_t k = 0; k < C; k++)
        for (std::size_t j = 0; j < K; j++) r(i, j) += a[i][k] * o(k, j);
    return r;
  }
};

struct Ticket {
  int priority;
  unsigned number;
  auto operator<=>(const Ticket &) const = default;
};

struct Event {
  Ticket ticket;
  double at, amount;
  enum Kind { arrive, serve, leave } kind;
};

class Station {
  Mat<2, 2> step;
  Mat<2, 1> state;

public:
  Station(double rate, double loss) {
    step(0, 0) = 1 - 0.1 * rate;
    step(0, 1) = 0.1 * loss;
    step(1, 0) = 0.2 * rate;
    step(1, 1) = 0.9;
    state(0, 0) = 1;
    state(1, 0) = 0.5;
  }
  void advance(int times) {
    while (times-- > 0) state = step * state;
  }
  void add(double v) { state(0, 0) += v; }
  double take(double part) {
    double v = part * state(1, 0);
    state(1, 0) -= v;
    return v;
  }
  double level() const { return state(0, 0) + 2 * state(1, 0); }
};

static double process(std::vector<Event> &queue, Station &station, std::ostringstream &log) {
  double gain = 0;
  int rounds = 0;
  while (!queue.empty() && rounds++ < 40) {
    auto first = std::min_element(queue.begin(), queue.end(), [](const Event &a, const Event &b) { return a.ticket < b.ticket; });
    std::rotate(queue.begin(), first, queue.end());
    Event e = queue.front();
    std::rotate(queue.begin(), queue.begin() + 1, queue.end());
    queue.pop_back();
    station.advance(1 + e.ticket.priority % 3);
    switch (e.kind) {
    case Event::arrive:
      station.add(e.amount * std::exp(-0.1 * e.at));
      queue.push_back({{e.ticket.priority + 2, e.ticket.number + 100}, e.at + 0.5 * e.amount, e.amount, Event::serve});
      log << 'a' << e.ticket.number << ' ';
      break;
    case Event::serve:
      gain += station.take(0.3) * e.at;
      if (e.amount > 1) queue.push_back({{e.ticket.priority + 1, e.ticket.number}, e.at * 1.1, 0.5 * e.amount, Event::leave});
      log << "s" << e.ticket.number << ' ';
      break;
    case Event::leave:
      gain += station.level() * e.amount;
      log << "l ";
      break;
    }
    if (rounds % 5 == 0) std::reverse(queue.begin(), queue.end());
  }
  return gain;
}

extern "C" double f(const double *x, std::size_t n) {
  std::span<const double> in(x, n), rates = in.first(2), amounts = in.subspan(2);
  Station station(rates[0], rates[1]);
  std::vector<Event> queue;
  unsigned number = 0;
  for (double a : amounts) {
    queue.push_back({{static_cast<int>(number * 7 % 4), number}, 0.3 * number + a, a, Event::arrive});
    number++;
  }
  std::ostringstream log;
  double gain = process(queue, station, log);
  std::istringstream back(log.str());
  std::string word;
  int served = 0;
  while (back >> word) served += word[0] == 's';
  return gain + 0.1 * served * station.level();
}
