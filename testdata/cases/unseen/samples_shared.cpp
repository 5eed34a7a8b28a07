// Windows of samples shared by filters that are resolved by CRTP, kept in a deque, configured by text.
#include <charconv>
#include <cmath>
#include <deque>
#include <memory>
#include <numeric>
#include <utility>
#include <string_view>
#include <vector>
using Window = std::shared_ptr<const std::vector<double>>;
template <class D> class Stage {
  std::deque<Window> recent;
protected:
  size_t keep = 2;
public:
  double push(const Window &w) {
    recent.push_back(w);
    double y = static_cast<D &>(*this).value(recent);
    while (recent.size() > keep) recent.pop_front();
    return y;
  }
  size_t held() const { return recent.size(); }
};
class Mean : public Stage<Mean> {
public:
  explicit Mean(int k) { keep = k; }
  double value(const std::deque<Window> &r) const {
    double s = 0;
    size_t n = 0;
    for (auto &w : r) { s = std::accumulate(w->begin(), w->end(), s); n += w->size(); }
    return s / n;
  }
};
class Slope : public Stage<Slope> {
  double last = 0;
public:
  double value(const std::deque<Window> &r) { double now = r.back()->back() - r.front()->front(); return std::exchange(last, now) * now; }
};
class Energy : public Stage<Energy> {
  double gain;
public:
  Energy(double g, int k) : gain(g) { keep = k; }
  double value(const std::deque<Window> &r) const {
    double s = 0;
    for (auto it = r.rbegin(); it != r.rend(); ++it) s = gain * s + std::inner_product((*it)->begin(), (*it)->end(), (*it)->begin(), 0.0);
    return s;
  }
};
struct Config { int mean = 1, energy = 1, stride = 1; };
static Config parse(std::string_view text) {
  Config c;
  while (!text.empty()) {
    auto end = text.find(';');
    auto item = text.substr(0, end);
    text = end == text.npos ? std::string_view{} : text.substr(end + 1);
    auto eq = item.find('=');
    int v = 0;
    if (eq == item.npos || std::from_chars(item.data() + eq + 1, item.data() + item.size(), v).ec != std::errc{}) continue;
    if (item.substr(0, eq) == "mean") c.mean = v;
    else if (item.starts_with("energy")) c.energy = v;
    else if (item.starts_with("stride")) c.stride = v;
  }
  return c;
}
extern "C" double f(const double *x, size_t n) {
  double s = 0;
  for (auto text : {"mean=3;energy=2;stride=1", "stride=2;mean=two;unknown;energy=4"}) {
    Config c = parse(text);
    Mean mean(c.mean);
    Slope slope;
    Energy energy(0.5 * x[0], c.energy);
    std::vector<Window> all;
    for (size_t i = 0; i + 4 <= n; i += c.stride) {
      auto w = std::make_shared<std::vector<double>>(x + i, x + i + 4);
      (*w)[i % 4] *= x[(i + 5) % n];
      all.push_back(std::move(w));
    }
    for (auto &w : all) s += mean.push(w) + 0.5 * slope.push(w) + 0.1 * energy.push(w);
    Window tail = all.back();
    all.clear();
    s += tail->at(2) * (double)(tail.use_count() + mean.held());
  }
  return s;
}
