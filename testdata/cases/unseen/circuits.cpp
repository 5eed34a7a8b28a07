// Circuit elements with two bases and complex impedances in vectors with a counting allocator; faults are thrown.
#include <cmath>
#include <complex>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>
using Z = std::complex<double>;
static size_t live = 0;
template <class T> struct Counting {
  using value_type = T;
  Counting() = default;
  template <class U> Counting(const Counting<U> &) {}
  T *allocate(size_t n) { live += n * sizeof(T); if (void *p = std::malloc(n * sizeof(T))) return static_cast<T *>(p); throw std::bad_alloc(); }
  void deallocate(T *p, size_t n) { live -= n * sizeof(T); std::free(p); }
  template <class U> bool operator==(const Counting<U> &) const { return true; }
  template <class U> bool operator!=(const Counting<U> &) const { return false; }
};
template <class T> using Vec = std::vector<T, Counting<T>>;
struct Overload : std::runtime_error {
  double by;
  Overload(const std::string &what, double by) : std::runtime_error(what), by(by) {}
};
struct Part { virtual ~Part() = default; virtual Z impedance(double w) const = 0; };
struct Limited {
  double limit = 0;
  virtual ~Limited() = default;
  virtual void check(double current) const { if (current > limit) throw Overload("a part carries more than it can", current - limit); }
};
struct Resistor : Part, Limited { double r; Resistor(double r, double l) : r(r) { limit = l; } Z impedance(double) const override { return r; } };
struct Coil : Part { double l; explicit Coil(double l) : l(l) {} Z impedance(double w) const override { return {0, w * l}; } };
struct Capacitor : Limited, Part {
  double c;
  Capacitor(double c, double l) : c(c) { limit = l; }
  Z impedance(double w) const override { return 1.0 / Z(0, w * c); }
  void check(double current) const override { if (current > 2 * limit) throw std::out_of_range("capacitor"); }
};
struct Series : Part {
  Vec<std::unique_ptr<Part>> parts;
  Z impedance(double w) const override { Z z = 0; for (auto &p : parts) z += p->impedance(w); return z; }
};
static std::unique_ptr<Part> build(std::string_view &s, const double *&x) {
  char c = s.front();
  s.remove_prefix(1);
  switch (c) {
  case 'R': { double r = *x++; return std::make_unique<Resistor>(r, 0.6); }
  case 'L': return std::make_unique<Coil>(*x++);
  case 'C': { double v = *x++; return std::make_unique<Capacitor>(v, 0.3); }
  case '(': {
    auto group = std::make_unique<Series>();
    while (s.front() != ')') group->parts.push_back(build(s, x));
    s.remove_prefix(1);
    return group;
  }
  }
  throw std::invalid_argument("unknown part " + std::string(1, c) + " in the description of a circuit");
}
extern "C" double f(const double *x, size_t n) {
  double s = 0;
  for (std::string_view text : {"(RL(CR))", "(CLR)", "(R(L?))", "(RC(RLC))"}) {
    const double *at = x;
    try {
      auto root = build(text, at);
      Z z = root->impedance(1.0 + 0.2 * x[n - 1]);
      Z current = x[5] / z;
      s += std::abs(z) + std::real(current * std::conj(current)) + 0.3 * std::arg(z);
      for (auto &p : static_cast<Series &>(*root).parts)
        if (auto l = dynamic_cast<const Limited *>(p.get())) l->check(std::abs(current));
      s += x[6] * x[7];
    } catch (const Overload &o) {
      s += o.by * o.by + std::string_view(o.what()).size() * 0.01 * x[8];
    } catch (const std::logic_error &e) {
      s += x[9] * x[0] * (e.what()[0] == 'u' ? 2 : 3);
    }
  }
  return s + (double)live * x[10];
}
