// Kalman filters behind a base class, gains in long double, sensors by an enum's table, counters that are atomic.
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

enum class Sensor { range, speed, both };
struct Channel { double noise; bool range, speed; };
static constexpr Channel channels[] = {{0.05, true, false}, {0.10, false, true}, {0.08, true, true}};
static const Channel &channel(Sensor s) { return channels[static_cast<int>(s)]; }

static std::atomic<unsigned> updates{0};

template <class T> static const std::array<T, 8> &decay() {
  static const std::array<T, 8> table = [] {
    std::array<T, 8> t{};
    T v = 1;
    for (T &e : t) { e = v; v *= T(0.75); }
    return t;
  }();
  return table;
}

class Filter {
public:
  virtual ~Filter() = default;
  virtual void predict(double dt) = 0;
  virtual double update(Sensor s, double z) = 0;
  double run(const std::vector<double> &zs, double dt) {
    double cost = 0;
    int k = 0;
    for (double z : zs) {
      predict(dt);
      double nu = update(static_cast<Sensor>(k % 3), z);
      cost += nu * nu * decay<double>()[k % 8];
      k++;
    }
    return cost + finish();
  }

protected:
  virtual double finish() const { return 0; }
};

class Constant : public Filter {
  double x, p;

public:
  Constant(double x, double p) : x(x), p(p) {}
  void predict(double dt) override { p += 0.1 * dt; }
  double update(Sensor s, double z) override {
    double k = p / (p + channel(s).noise), nu = z - x;
    x += k * nu;
    p *= 1 - k;
    updates.fetch_add(1, std::memory_order_relaxed);
    return nu;
  }
};

class Moving : public Filter {
  std::array<long double, 2> x;
  std::array<std::array<long double, 2>, 2> p{{{1, 0}, {0, 1}}};
  long double q;

public:
  Moving(double pos, double vel, double q) : x{pos, vel}, q(q) {}
  void predict(double dt) override {
    x[0] += dt * x[1];
    auto o = p;
    p[0][0] = o[0][0] + dt * (o[0][1] + o[1][0]) + dt * dt * o[1][1] + q * dt;
    p[0][1] = o[0][1] + dt * o[1][1];
    p[1][0] = o[1][0] + dt * o[1][1];
    p[1][1] = o[1][1] + q;
  }
  double update(Sensor s, double z) override {
    const Channel &c = channel(s);
    long double h[2] = {c.range ? 1.0L : 0.0L, c.speed ? 0.5L : 0.0L};
    long double ph[2], innovation = c.noise;
    for (int i = 0; i < 2; i++) ph[i] = p[i][0] * h[0] + p[i][1] * h[1];
    for (int i = 0; i < 2; i++) innovation += h[i] * ph[i];
    long double nu = z - h[0] * x[0] - h[1] * x[1];
    auto o = p;
    for (int i = 0; i < 2; i++) {
      x[i] += ph[i] / innovation * nu;
      for (int j = 0; j < 2; j++) p[i][j] = o[i][j] - ph[i] * ph[j] / innovation;
    }
    updates++;
    return static_cast<double>(nu / std::sqrt(innovation));
  }

protected:
  double finish() const override { return static_cast<double>(p[0][0] * p[1][1] - p[0][1] * p[1][0] + x[1]); }
};

extern "C" double f(const double *x, std::size_t n) {
  updates = 0;
  std::vector<std::unique_ptr<Filter>> filters;
  filters.push_back(std::make_unique<Constant>(x[0], 0.5));
  filters.push_back(std::make_unique<Moving>(x[1], 0.3 * x[2], 0.05 + 0.02 * x[3]));
  filters.push_back(std::make_unique<Moving>(x[0] * x[1], 0.1, 0.1));
  std::vector<double> zs(x + 4, x + n);
  double s = 0;
  for (auto &f : filters) s += f->run(zs, 0.2 + 0.1 * x[11]);
  return s * (1 + 0.01 * updates.load());
}
