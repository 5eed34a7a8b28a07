// Random walks: a class holds the engine of its random numbers, an array of integers,
// beside parameters that are differentiated by.

// llad: func f double
// llad: arg x dup double[4] {0.3,0.7,1.1,0.5}
// llad: arg n const int 4
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace {

class Walk {
  double drift, spread;
  std::minstd_rand seeds;
  std::mt19937_64 engine;
  std::vector<double> steps;
  double last = 0;

public:
  Walk(double drift, double spread, unsigned seed) : drift(drift), spread(spread), seeds(seed), engine(seeds()) {}
  double step(double dt) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    last += drift * dt + spread * std::sqrt(dt) * uniform(engine);
    steps.push_back(last);
    return last;
  }
  double length() const {
    double sum = 0;
    for (double s : steps) sum += s * s;
    return sum;
  }
};

struct Noise {
  double scale;
  uint32_t state[4];
  double next(int k) {
    state[k & 3] ^= state[(k + 1) & 3] << 11 ^ state[k & 3] >> 8;
    return scale * (state[k & 3] >> 4) / 268435456.0;
  }
};

} // namespace

extern "C" double f(double *x, int n) {
  Walk near(x[0], x[1], 42);
  auto far = std::make_unique<Walk>(x[2], x[3], 7);
  Noise noise{x[1], {1234567u, 7654321u, 918273u, 5551234u}};
  double r = 0;
  for (int k = 0; k < n; k++) r += near.step(0.1) * far->step(0.1 * x[0]) + noise.next(k);
  return r + near.length() + far->length();
}
