// Text templates whose holes are formulas, rendered to digits and summed: guards, CRTP passes, scratch in a pool.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

template <int N> double horner(const double *c, double v) { return c[0] + v * horner<N - 1>(c + 1, v); }
template <> double horner<1>(const double *c, double) { return c[0]; }

struct Depth {
  int &d;
  explicit Depth(int &v) : d(v) { d++; }
  ~Depth() { d--; }
};

class Parser {
  std::string_view text;
  std::size_t at = 0;
  const double *x;
  int depth = 0;

  char peek() {
    while (at < text.size() && text[at] == ' ') at++;
    return at < text.size() ? text[at] : '\0';
  }
  double atom() {
    Depth guard(depth);
    char c = peek();
    if (c == '(') {
      at++;
      double v = sum();
      peek();
      at++;
      return v * (1 + 0.01 * depth);
    }
    if (c == '-') {
      at++;
      return -atom();
    }
    if (std::isdigit(static_cast<unsigned char>(c))) {
      double v = 0;
      while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]))) v = 10 * v + (text[at++] - '0');
      return v;
    }
    at++;
    if (c == 'p') return horner<4>(x + 2, atom());
    if (c == 'e') return std::exp(-atom());
    return x[c - 'q'];
  }
  double product() {
    double v = atom();
    for (char c = peek(); c == '*' || c == '/'; c = peek()) {
      at++;
      double w = atom();
      v = c == '*' ? v * w : v / (w + (w < 0 ? -0.1 : 0.1));
    }
    return v;
  }

public:
  Parser(std::string_view t, const double *x) : text(t), x(x) {}
  double sum() {
    double v = product();
    for (char c = peek(); c == '+' || c == '-'; c = peek()) {
      at++;
      double w = product();
      v += c == '+' ? w : -w;
    }
    return v;
  }
};

template <class Self> struct Pass {
  double run(std::pmr::vector<double> &v) {
    double before = static_cast<Self &>(*this).score(v);
    static_cast<Self &>(*this).change(v);
    return static_cast<Self &>(*this).score(v) - 0.5 * before;
  }
};
struct Median : Pass<Median> {
  double score(const std::pmr::vector<double> &v) const { return v[v.size() / 2]; }
  void change(std::pmr::vector<double> &v) const { std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end()); }
};
struct Top : Pass<Top> {
  double share;
  explicit Top(double s) : share(s) {}
  double score(const std::pmr::vector<double> &v) const { return share * (v[0] + 0.5 * v[1]); }
  void change(std::pmr::vector<double> &v) const { std::partial_sort(v.begin(), v.begin() + 2, v.end(), [](double a, double b) { return a > b; }); }
};

extern "C" double f(const double *x, std::size_t n) {
  char room[4096];
  std::pmr::monotonic_buffer_resource pool(room, sizeof room, std::pmr::new_delete_resource());
  std::pmr::string page("rent {q*3+r} and heat {p(s-t/2)} less {e(u*(v+1)) + 2*-w} until {(x*(y+(z-q))/r)}; rest {p e q}", &pool);
  std::pmr::vector<double> values(&pool);
  std::pmr::string shown(&pool);
  for (std::size_t at = 0; at < page.size(); at++) {
    if (page[at] != '{') {
      shown.push_back(page[at]);
      continue;
    }
    std::size_t end = page.find('}', at);
    values.push_back(Parser(std::string_view(page).substr(at + 1, end - at - 1), x).sum());
    shown += "[]";
    at = end;
  }
  Median median;
  Top top(x[10]);
  double s = median.run(values) + top.run(values);
  for (std::size_t k = 0; k < values.size(); k++) s += values[k] * values[k] / (k + 2);
  return s + 0.01 * shown.size() * x[n - 1];
}
