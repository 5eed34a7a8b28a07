// Property bags of std::any with dirty bits, lazy expressions of sizes, fold expressions over children.
#include <any>
#include <bitset>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>
template <class E> struct Size { double px(double em) const { return static_cast<const E &>(*this).px(em); } };
struct Px : Size<Px> { double v; explicit Px(double v) : v(v) {} double px(double) const { return v; } };
struct Em : Size<Em> { double v; explicit Em(double v) : v(v) {} double px(double em) const { return v * em; } };
template <class A, class B> struct Plus : Size<Plus<A, B>> { A a; B b; Plus(A a, B b) : a(a), b(b) {} double px(double em) const { return a.px(em) + b.px(em); } };
template <class A> struct Scaled : Size<Scaled<A>> { A a; double k; Scaled(A a, double k) : a(a), k(k) {} double px(double em) const { return a.px(em) * k; } };
template <class A, class B> Plus<A, B> operator+(const Size<A> &a, const Size<B> &b) { return {static_cast<const A &>(a), static_cast<const B &>(b)}; }
template <class A> Scaled<A> operator*(double k, const Size<A> &a) { return {static_cast<const A &>(a), k}; }
enum Key { Width, Margin, Font, Name, Stops, Keys };
class Bag {
  std::map<Key, std::any> values;
  std::bitset<Keys> dirty;
public:
  template <class T> void set(Key k, T v) { values[k] = std::move(v); dirty.set(k); }
  template <class T> T get(Key k, T other) const {
    auto it = values.find(k);
    return it != values.end() && it->second.type() == typeid(T) ? std::any_cast<T>(it->second) : other;
  }
  double clean() { double n = (double)dirty.count(); dirty.reset(); return n; }
  void merge(const Bag &o) { for (auto &[k, v] : o.values) if (values.try_emplace(k, v).second) dirty.set(k); }
};
template <class... B> double stack(double em, B &...bags) {
  double y = 0;
  ((y = std::max(y, bags.template get<double>(Margin, 0.1)) + bags.template get<double>(Width, 1.0) * em), ...);
  return y;
}
static std::pair<double, double> stops(const Bag &b) {
  double s = 0, t = 1;
  for (auto [at, v] : b.get<std::vector<std::pair<float, double>>>(Stops, {})) { s += v * at; t *= 1 + 0.1 * v; }
  return {s, t};
}
extern "C" double f(const double *x, size_t n) {
  double em = 10 * x[0];
  Bag a, b, c;
  a.set(Width, (2.0 * (Px(x[1]) + Em(0.1)) + Em(x[2])).px(em));
  a.set(Margin, (0.5 * Em(x[3])).px(em));
  a.set(Name, std::string("the first one of three boxes in a row"));
  std::vector<std::pair<float, double>> list;
  for (size_t i = 4; i + 1 < n; i++) list.emplace_back((float)i, x[i] * x[i + 1]);
  b.set(Stops, list);
  b.set(Width, x[4] * x[5]);
  b.set(Font, std::string("serif"));
  c.set(Width, 3);
  c.set(Margin, x[6]);
  double s = stack(em, a, b, c) + a.clean() * x[7];
  c.merge(a);
  c.merge(b);
  auto [sum, product] = stops(c);
  s += sum * product + stack(1.5, c, a);
  b = c;
  b.set(Margin, b.get<double>(Margin, 0) * x[8]);
  s += (double)b.get<std::string>(Name, "").size() * 0.01 * x[9] + stack(x[10], b) + b.clean() + c.clean();
  auto [s2, p2] = stops(a);
  return s + s2 + p2 * x[11];
}
