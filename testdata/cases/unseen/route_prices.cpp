// Prices of routes: vehicles that visit legs by double dispatch, priced and timed by two bases, tariffs behind member pointers.
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

struct Road;
struct Ferry;
struct Tunnel;

struct Vehicle {
  virtual ~Vehicle() = default;
  virtual double on(const Road &) const = 0;
  virtual double on(const Ferry &) const = 0;
  virtual double on(const Tunnel &) const = 0;
};

struct Leg {
  double length;
  explicit Leg(double l) : length(l) {}
  virtual ~Leg() = default;
  virtual double cost(const Vehicle &v) const = 0;
};
struct Road : Leg {
  double slope;
  Road(double l, double s) : Leg(l), slope(s) {}
  double cost(const Vehicle &v) const override { return v.on(*this); }
};
struct Ferry : Leg {
  double fee;
  Ferry(double l, double f) : Leg(l), fee(f) {}
  double cost(const Vehicle &v) const override { return v.on(*this); }
};
struct Tunnel : Leg {
  using Leg::Leg;
  double cost(const Vehicle &v) const override { return v.on(*this); }
};

struct Truck : Vehicle {
  double load, fuel;
  Truck(double l, double f) : load(l), fuel(f) {}
  double on(const Road &r) const override { return fuel * r.length * (1 + load * r.slope * r.slope); }
  double on(const Ferry &f) const override { return f.fee * (1 + load) + 0.1 * f.length; }
  double on(const Tunnel &t) const override { return fuel * t.length + std::sqrt(load + t.length); }
};
struct Bicycle : Vehicle {
  double on(const Road &r) const override { return r.length * std::exp(r.slope); }
  double on(const Ferry &f) const override { return 0.2 * f.fee; }
  double on(const Tunnel &) const override { return 5; }
};

struct Priced {
  double rate = 1;
  virtual ~Priced() = default;
  virtual double price() const = 0;
  double flat(double d) const { return rate * d; }
  double falling(double d) const { return rate * d / (1 + 0.2 * d); }
  double peak(double d) const { return rate * (d + 0.1 * d * d); }
};
struct Timed {
  std::vector<double> delays;
  virtual ~Timed() = default;
  virtual double hours() const = 0;
};

using Tariff = double (Priced::*)(double) const;

class Route : public Priced, public Timed {
  std::vector<std::unique_ptr<Leg>> legs;
  std::unique_ptr<Vehicle> vehicle;
  Tariff tariff;

  std::vector<double> costs() const {
    std::vector<double> c;
    for (const auto &l : legs) c.push_back(l->cost(*vehicle));
    return c;
  }

public:
  Route(std::unique_ptr<Vehicle> v, Tariff t) : vehicle(std::move(v)), tariff(t) {}
  template <class L, class... A> Route &add(A... a) {
    legs.push_back(std::make_unique<L>(a...));
    return *this;
  }
  void wait(std::span<const double> d) { delays.insert(delays.end(), d.begin(), d.end()); }
  double price() const override {
    auto c = costs();
    std::partial_sum(c.begin(), c.end(), c.begin());
    double s = 0;
    for (double v : c) s += (this->*tariff)(v);
    return s / c.size();
  }
  double hours() const override {
    auto c = costs();
    std::size_t k = std::min(c.size(), delays.size());
    return std::inner_product(c.begin(), c.begin() + k, delays.begin(), 0.0);
  }
};

static double busiest(std::span<const Timed *const> all) {
  double s = 0;
  for (const Timed *t : all) s = std::log(std::exp(s) + std::exp(0.1 * t->hours()));
  return s;
}

extern "C" double f(const double *x, std::size_t n) {
  std::span<const double> in(x, n);
  Route a(std::make_unique<Truck>(x[0], 0.5 * x[1]), &Priced::falling);
  a.add<Road>(2 * x[2], 0.3 * x[3]).add<Ferry>(x[4], 1.5).add<Tunnel>(x[5]).add<Road>(1.0, x[6]);
  a.wait(in.subspan(3, 3));
  a.rate = x[7];
  Route b(std::make_unique<Bicycle>(), &Priced::peak);
  b.add<Road>(x[8], 0.1 * x[9]).add<Ferry>(0.5, x[10]);
  b.wait(in.first<2>());
  b.wait(in.last(1));
  Route c(std::make_unique<Truck>(0.1, x[11]), &Priced::flat);
  c.add<Tunnel>(2.0);
  double s = 0;
  for (const Priced *p : std::array<const Priced *, 3>{&a, &b, &c}) s += p->price();
  const Timed *timed[] = {&a, &b};
  return s + busiest(timed);
}
