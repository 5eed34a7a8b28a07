// Curves between the points of a map, which the class gets as a copy: steps back and
// new points in the copy go by the colours of the copied nodes.

// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace {

class Curve {
 public:
  explicit Curve(std::map<double, double> points) : points_(std::move(points)) {}
  virtual ~Curve() = default;
  virtual double at(double t) const {
    auto above = points_.lower_bound(t);
    if (above == points_.end())
      return points_.rbegin()->second;
    if (above == points_.begin())
      return above->second;
    auto below = std::prev(above);
    double w = (t - below->first) / (above->first - below->first);
    return below->second * (1 - w) + above->second * w;
  }

 protected:
  std::map<double, double> points_;
};

class Refined : public Curve {
 public:
  using Curve::Curve;
  double at(double t) const override { return std::sqrt(1 + Curve::at(t)); }
  void halve() {
    std::map<double, double> more(points_);
    for (auto p = points_.begin(); std::next(p) != points_.end(); ++p)
      more[(p->first + std::next(p)->first) / 2] = p->second * std::next(p)->second;
    more.erase(more.begin());
    points_ = more;
  }
};

}  // namespace

extern "C" double f(double *x, int n) {
  std::map<double, double> points;
  for (int k = 0; k < n; k++)
    points[0.5 * (k + 1) * (k + 1)] = 0.2 + x[k] * x[k];
  Curve plain(points);
  Refined refined(points);
  refined.halve();
  refined.halve();
  const Curve *curves[] = {&plain, &refined};
  double s = 0;
  for (double t = 0.2; t < 17; t += 0.7)
    for (const Curve *c : curves)
      s += c->at(t) * (1 + 0.1 * t);
  return s;
}
