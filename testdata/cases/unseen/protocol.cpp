// A parser of messages as a state machine over spans, fields of any type, sums by fold expressions.
#include <any>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>
namespace {
template <class... T> double total(T... v) { return (0.0 + ... + (v * v)); }
template <class... F> void all(std::span<double> s, F... fns) { (fns(s), ...); }
struct Frame {
  std::string name;
  std::any body;
};
struct Reader {
  enum class At { Name, Kind, Number, Text, Done } at = At::Name;
  std::span<const double> values;
  Frame frame;
  std::vector<Frame> out;
  void feed(char c) {
    switch (at) {
    case At::Name:
      if (c == '=') at = At::Kind;
      else frame.name.push_back(c);
      break;
    case At::Kind:
      if (c == '#') at = At::Number;
      else { frame.body = std::string(1, c); at = At::Text; }
      break;
    case At::Number: {
      size_t count = c - '0';
      if (c == ';') { finish(); break; }
      if (count == 1) { frame.body = values.front(); }
      else frame.body = std::vector<double>(values.begin(), values.begin() + count);
      values = values.subspan(count);
      break;
    }
    case At::Text:
      if (c == ';') finish();
      else std::any_cast<std::string &>(frame.body).push_back(c);
      break;
    case At::Done: break;
    }
  }
  void finish() {
    out.push_back(std::move(frame));
    frame = {};
    at = values.empty() ? At::Done : At::Name;
  }
};
double weigh(const Frame &f, double unit) {
  if (auto d = std::any_cast<double>(&f.body)) return *d * unit;
  if (auto v = std::any_cast<std::vector<double>>(&f.body)) {
    double s = 0;
    for (size_t i = 0; i < v->size(); i++) s += (*v)[i] / (i + 1.0);
    return s;
  }
  if (auto t = std::any_cast<std::string>(&f.body)) return t->size() * unit;
  return 0;
}
} // namespace
extern "C" double f(const double *x, size_t n) {
  Reader r;
  r.values = std::span<const double>(x, n);
  for (char c : std::string_view("mass=#1;velocity=#3;comment=a rather long text for a comment;q=#2;rest=#4;last=#2;")) r.feed(c);
  double s = 0, unit = x[0];
  for (const Frame &f : r.out) {
    s += weigh(f, unit) * f.name.size();
    unit = unit * 0.5 + 0.1 * std::tanh(s);
  }
  std::vector<double> work(x, x + n);
  std::span<double> w(work);
  all(
      w.first(6), [](std::span<double> p) { for (double &v : p) v = std::sqrt(v); },
      [unit](std::span<double> p) { for (size_t i = 1; i < p.size(); i++) p[i] += unit * p[i - 1]; },
      [&](std::span<double> p) { s += p.back(); });
  all(w.subspan(3, 5), [](std::span<double> p) { for (double &v : p) v *= v; });
  Frame moved = std::move(r.out[1]);
  r.out.erase(r.out.begin(), r.out.begin() + 2);
  for (auto &g : r.out)
    if (auto v = std::any_cast<std::vector<double>>(&g.body)) s += total((*v)[0], v->back(), unit);
  return s + weigh(moved, 1) + total(w[0], w[5], w[7] * x[1], w.back());
}
