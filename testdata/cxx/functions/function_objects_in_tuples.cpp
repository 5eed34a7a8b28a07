// Function objects that hold a float or another function object in the same bytes, in
// members of a tuple: their managers access an address where they copy floats, too.

// llad: func f double
// llad: arg x dup double[4] {0.7,-0.4,1.3,0.2}
// llad: arg n const int 3
#include <deque>
#include <functional>
#include <list>
#include <tuple>

namespace {

struct Sample {
  double at;
  char kind;
  double weight;
  int count;
};
using Samples = std::deque<std::list<Sample>>;
struct Law {
  std::function<double(double)> of;
};
using Station = std::tuple<Samples, int, Law>;

void change(Samples &s, double) { s.assign(3, s.empty() ? std::list<Sample>() : s.front()); }
void change(int &n, double) { n++; }
void change(Law &l, double a) {
  auto inner = l.of;
  l.of = [inner, a](double b) { return inner(b) + a * b; };
}
void change(Station &s, double a) {
  std::apply([a](auto &...part) { (change(part, a), ...); }, s);
}

double total(const Samples &s) {
  double sum = 0;
  for (const auto &l : s)
    for (const auto &e : l) sum += e.at * e.weight + e.kind + e.count;
  return sum;
}
double total(int n) { return n; }
double total(const Law &l) { return l.of(1.5); }
double total(const Station &s) {
  return std::apply([](const auto &...part) { return (total(part) + ...); }, s);
}

} // namespace

extern "C" double f(const double *x, int n) {
  Station s{};
  for (int i = 0; i < 2; i++) {
    std::list<Sample> l;
    for (int k = 0; k < 2; k++) {
      Sample e;
      e.at = x[k];
      e.kind = 'a';
      e.weight = x[k + 1];
      e.count = k;
      l.push_back(e);
    }
    std::get<0>(s).push_front(std::move(l));
  }
  double own = x[3];
  std::get<2>(s).of = [own](double a) { return a * own * own; };
  double sum = 0;
  for (int i = 0; i < n; i++) {
    change(s, x[1] + 0.1 * i);
    sum += 0.3 * total(s);
  }
  return sum;
}
