// Floats that travel in exceptions: of types of the language, of classes with bases at
// other places than the begin, caught by value and by base, from handlers and thrown
// again, where several exceptions stand at one address one after the other.

// llad: func f double
// llad: arg x dup double[8] {0.5,0.7,0.95,1.3,1.6,2.1,2.6,3.2}
// llad: arg n const int 8
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Diverged : std::runtime_error {
  double residual;
  int steps;
  Diverged(double residual, int steps) : std::runtime_error("no root in " + std::to_string(steps) + " steps"), residual(residual), steps(steps) {}
};

template <class T> struct Outside {
  T low, high;
};

struct Weight {
  long kind = 1;
  double weight;
  explicit Weight(double w) : weight(w) {}
};

struct Point {
  std::array<double, 3> at;
  int id;
};

struct Lost : Weight, Point {
  double z;
  Lost(double a, double b) : Weight(a * b), Point{{a, b, a + b}, 2}, z(a) {}
};

template <class T> T within(T v, T low, T high) {
  if (v < low || v > high)
    throw Outside<T>{v < low ? v : low, v > high ? v : high};
  return v;
}

double root(double a, int most) {
  double y = a;
  for (int k = 0; k < most; k++)
    y -= (y * y - a) / (2 * y);
  if (std::fabs(y * y - a) > 1e-3)
    throw Diverged(y * y - a, most);
  return y;
}

double step(double a, double b, int k) {
  if (k % 4 == 1)
    throw Lost(a, b);
  if (k % 4 == 2)
    throw Point{{a, a * a, b}, k};
  if (k % 4 == 3)
    throw std::pair<int, double>(k, a * b);
  return a / b;
}

double narrow(double v, double high) {
  try {
    return within(v, 0.6, high);
  } catch (const Outside<double> &o) {
    if (o.low < 0.6)
      return 2 * o.high;
    throw o.low * o.high;
  }
}

} // namespace

extern "C" double f(double *x, int n) {
  double s = 0;
  for (int k = 0; k < n; k++) {
    try {
      s += root(x[k], 2 + k % 3) * x[0];
    } catch (const Diverged &e) {
      s += e.residual * e.residual * e.steps * x[1];
    }
    try {
      try {
        s += step(x[k], x[(k + 3) % n], k);
      } catch (const Weight &w) {
        s += w.weight * x[2];
        throw;
      }
    } catch (Point p) {
      s += p.at[0] * p.at[1] * p.at[2] * p.id;
      p.at[0] = s;
    } catch (std::pair<int, double> &p) {
      s += p.first * std::sin(p.second);
    }
    std::vector<double> parts(3, x[k]);
    double t = 1;
    try {
      t = narrow(parts[1], 1.9) * x[3];
    } catch (double d) {
      t = d * x[4];
      for (int i = 0; i < 3; i++) {
        try {
          t += within(t, 0.0, 5.0);
        } catch (Outside<double> &o) {
          t *= 0.3 * std::sqrt(o.high);
        }
      }
    }
    s += t * t;
  }
  return s;
}
