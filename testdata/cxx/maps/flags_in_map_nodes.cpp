// Flags, counters and keys beside floats in the nodes of maps and in vectors of records:
// they are toggled, counted and compared, and have no derivatives.

// llad: func f double
// llad: arg x dup double[4] {0.7,-0.4,1.3,0.2}
// llad: arg n const int 4
#include <complex>
#include <map>
#include <string>
#include <vector>

namespace {

struct Sensor {
  bool on = false;
  std::complex<double> gain;
  std::string name;
  int reads = 0;
};

using Panel = std::map<int, Sensor>;

double total(const Panel &p) {
  double sum = 0, w = 1;
  for (const auto &[key, s] : p) {
    sum += w * std::norm(s.gain) * (s.on ? 1.25 : 0.5) + 0.1 * key + 0.5 * s.reads + (double)s.name.size();
    w *= 0.8;
  }
  return sum;
}

void touch(Sensor &s, double a) {
  s.on = !s.on;
  s.reads++;
  s.gain *= std::complex<double>(a, 1);
  s.name += 'z';
}

} // namespace

extern "C" double f(const double *x, int n) {
  std::vector<Panel> panels(2);
  for (int i = 0; i < n; i++) {
    Sensor &s = panels[i % 2][(i * 5 + 2) % 3];
    s.gain = {x[i], 0.5};
    s.name = "s" + std::to_string(i);
    s.on = i % 3 == 0;
  }
  for (auto &p : panels) touch(p[1], x[1]);
  auto last = panels.back();
  touch(last[2], x[0]);
  panels.insert(panels.begin(), last);
  double sum = 0;
  for (const auto &p : panels) sum += total(p);
  return sum;
}
