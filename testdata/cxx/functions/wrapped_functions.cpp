// Functions that wrap others: every step copies a std::function into the closure of
// the next, and swaps the pair of words that hold it.

// llad: func f double
// llad: arg x dup double[3] {0.7,-0.4,1.3}
// llad: arg n const int 3
#include <functional>
#include <memory>

struct Layers {
  std::function<double(double)> of;
};

static void begin(Layers &l, double v) {
  auto p = std::make_shared<double>(v);
  l.of = [p](double a) { return a * *p; };
}

static void wrap(Layers &l, double a) {
  auto inner = l.of;
  l.of = [inner, a](double b) { return inner(b) + a * b * b; };
}

extern "C" double f(const double *x, int n) {
  Layers l;
  begin(l, x[0]);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    wrap(l, 0.5 + x[1] * i);
    sum += 0.3 * l.of(x[2]);
  }
  return sum;
}
