// A kernel density whose bandwidths are looked up, kernels in a parameter pack, windows rotated, labels of any kind.
#include <algorithm>
#include <any>
#include <cmath>
#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

struct Band {
  double from, width;
  int uses = 0;
};

struct Gauss {
  double operator()(double u) const { return std::exp(-0.5 * u * u) / std::sqrt(2 * M_PI); }
};
struct Logistic {
  double operator()(double u) const { return 1 / (std::exp(u) + 2 + std::exp(-u)); }
};
struct Cauchy {
  double scale = 1;
  double operator()(double u) const { return scale / (M_PI * (scale * scale + u * u)); }
};

template <class... Kernels> class Mixture {
  std::tuple<Kernels...> kernels;

public:
  explicit Mixture(Kernels... k) : kernels(std::move(k)...) {}
  double operator()(double u) const {
    return std::apply([u](const auto &...k) { return (k(u) + ...); }, kernels) / sizeof...(Kernels);
  }
  template <class... Weights> double weighted(double u, Weights... w) const {
    static_assert(sizeof...(Weights) == sizeof...(Kernels));
    double total = (w + ... + 0.0);
    return std::apply([&](const auto &...k) { return ((w * k(u)) + ...); }, kernels) / total;
  }
};

class Bandwidths {
  std::vector<Band> bands;

public:
  void add(double from, double width) {
    auto at = std::lower_bound(bands.begin(), bands.end(), from, [](const Band &b, double v) { return b.from < v; });
    bands.insert(at, Band{from, width});
  }
  double operator()(double v) {
    auto at = std::lower_bound(bands.begin(), bands.end(), v, [](const Band &b, double v) { return b.from < v; });
    Band &b = at == bands.begin() ? *at : *std::prev(at);
    b.uses++;
    return b.width;
  }
  std::pair<double, int> widest() const {
    auto b = std::max_element(bands.begin(), bands.end(), [](const Band &a, const Band &b) { return a.uses < b.uses; });
    return {b->width, b->uses};
  }
};

static void sort_pair(double &a, double &b) {
  if (b < a) std::tie(a, b) = std::make_pair(b, a);
}

extern "C" double f(const double *x, std::size_t n) {
  Bandwidths widths;
  widths.add(1.0, 0.4 + 0.1 * x[2]);
  widths.add(0.0, 0.3 * x[0] + 0.2);
  widths.add(0.6, 0.25 + 0.1 * x[1]);
  std::vector<double> data(x + 3, x + n);
  std::rotate(data.begin(), data.begin() + 2, data.end());
  std::reverse(data.begin() + 1, data.begin() + 5);
  sort_pair(data.front(), data.back());
  Mixture<Gauss, Logistic, Cauchy> kernel(Gauss{}, Logistic{}, Cauchy{0.5 + x[3]});
  double s = 0;
  for (int g = 0; g < 6; g++) {
    double at = 0.25 + 0.3 * g, p = 0;
    for (double v : data) {
      double h = widths(at);
      p += kernel((at - v) / h) / h;
    }
    s += std::log(p / data.size());
    s += 0.1 * kernel.weighted(at - data[g % data.size()], x[4], 1.0, x[5] * x[5]);
  }
  auto [width, uses] = widths.widest();
  std::vector<std::any> labels{std::string("widest"), width * x[6], uses, std::make_pair(x[7], 2)};
  for (const std::any &l : labels) {
    if (const double *d = std::any_cast<double>(&l)) s += *d;
    else if (const int *k = std::any_cast<int>(&l)) s += 0.001 * *k * x[8];
    else if (auto p = std::any_cast<std::pair<double, int>>(&l)) s += std::sin(p->first) * p->second;
    else s += 0.01 * std::any_cast<std::string>(l).size();
  }
  return s;
}
