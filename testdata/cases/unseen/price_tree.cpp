// Options priced on trees of nodes in an intrusive list; parameters travel as text, shared models, 2 by 2 matrices.
#include <charconv>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

struct M2 {
  double a = 1, b = 0, c = 0, d = 1;
  friend M2 operator*(const M2 &p, const M2 &q) { return {p.a * q.a + p.b * q.c, p.a * q.b + p.b * q.d, p.c * q.a + p.d * q.c, p.c * q.b + p.d * q.d}; }
};

struct Hook { Hook *next = nullptr; };
struct Step : Hook {
  double up, down, discount;
  int index;
};
class Steps {
  Hook head;
  Hook *last = &head;

public:
  Steps() = default;
  Steps(const Steps &) = delete;
  Steps &operator=(const Steps &) = delete;
  ~Steps() {
    while (Hook *h = head.next) { head.next = h->next; delete static_cast<Step *>(h); }
  }
  void push(Step *s) { last->next = s; last = s; }
  template <class F> void each(F f) const {
    for (Hook *h = head.next; h; h = h->next) f(*static_cast<const Step *>(h));
  }
  int size() const { int n = 0; each([&](const Step &) { n++; }); return n; }
};

struct Model { double rate, volatility, carry; };

struct Option {
  std::shared_ptr<const Model> model;
  double strike;
  bool american;
};

static int parse(std::string_view text, std::string_view key) {
  std::size_t at = text.find(key);
  int v = 0;
  if (at == std::string_view::npos) return 0;
  text.remove_prefix(at + key.size() + 1);
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), v);
  return error == std::errc() ? v : -1;
}

static double price(const Option &o, double spot, const Steps &steps) {
  int n = steps.size();
  std::vector<double> value(n + 1);
  double up = spot;
  steps.each([&](const Step &s) { up *= s.up; });
  std::vector<const Step *> order;
  steps.each([&](const Step &s) { order.push_back(&s); });
  for (int i = 0; i <= n; i++) value[i] = std::fmax(o.strike - up * std::pow(order[0]->down / order[0]->up, i), 0.0);
  for (int k = n - 1; k >= 0; k--) {
    const Step &s = *order[k];
    double p = (1 / s.discount - s.down) / (s.up - s.down);
    for (int i = 0; i <= k; i++) {
      double hold = s.discount * (p * value[i] + (1 - p) * value[i + 1]);
      double now = o.strike - spot * std::pow(s.up, k - 2 * i);
      value[i] = o.american && now > hold ? now : hold;
    }
  }
  return value[0];
}

extern "C" double f(const double *x, std::size_t n) {
  std::string text = "steps=" + std::to_string(6) + ";span=" + std::to_string(n / 4) + ";scale=0.125";
  double scale = std::stod(text.substr(text.find("scale=") + 6));
  int count = parse(text, "steps"), span = parse(text, "span");
  auto calm = std::make_shared<const Model>(Model{0.03 * x[0], 0.1 + 0.1 * x[1], 0.01});
  auto wild = std::make_shared<const Model>(Model{0.02 * x[2], 0.3 * x[3], 0.0});
  std::vector<Option> book;
  for (std::size_t i = 4; i < n; i++) book.push_back({i % 3 ? calm : wild, 1 + 0.2 * x[i], i % 2 == 0});
  double s = 0;
  M2 turn;
  for (const Option &o : book) {
    Steps steps;
    double h = span * scale / count;
    for (int k = 0; k < count; k++) {
      double u = std::exp(o.model->volatility * std::sqrt(h));
      auto *step = new Step;
      step->up = u;
      step->down = 1 / u;
      step->discount = std::exp(-(o.model->rate + o.model->carry) * h);
      step->index = k;
      steps.push(step);
    }
    double v = price(o, 1.1, steps);
    s += v;
    turn = turn * M2{1, v, 0.1 * v, 1};
    char digits[16];
    auto end = std::to_chars(digits, digits + sizeof digits, static_cast<int>(book.size()) * 37).ptr;
    s += 0.01 * (end - digits) * v;
  }
  return s + 0.1 * (turn.a + turn.d - turn.b) + 0.1 * calm.use_count() * x[0];
}
