// Readings taken from a stringstream by a state machine, faults thrown, flags in a bitset, results as tuples.
#include <bitset>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>
struct Fault : std::exception {
  std::string text;
  double at;
  Fault(std::string t, double a) : text(std::move(t)), at(a) {}
  const char *what() const noexcept override { return text.c_str(); }
};
class Machine {
  enum State { Idle, Measuring, Scaling, Broken } state = Idle;
  std::bitset<4> seen;
  std::vector<double> log;
  double level = 0;
public:
  void step(std::istream &in, const double *x, size_t n) {
    std::string word;
    if (!(in >> word)) throw std::out_of_range("nothing to read");
    seen.set(state);
    switch (state) {
    case Idle:
      if (word == "measure") state = Measuring;
      else if (word == "scale") state = Scaling;
      else throw Fault("a command that is not known: " + word, level);
      break;
    case Measuring: {
      size_t k = std::stoul(word);
      if (k >= n) { state = Broken; throw Fault("no such reading", level * 0.5); }
      level += x[k] * x[k];
      log.push_back(level);
      state = Idle;
      break;
    }
    case Scaling: {
      int per = 0;
      std::istringstream(word) >> per;
      level *= per / 100.0;
      log.push_back(std::log1p(level));
      state = Idle;
      break;
    }
    case Broken: state = Idle; seen.flip(); break;
    }
  }
  std::tuple<double, int, std::string> report() const {
    double s = 0;
    for (size_t i = 0; i < log.size(); i++) s += log[i] / (i + 1.0);
    return {s, (int)seen.count(), seen.to_string()};
  }
};
static std::tuple<double, int> run(const std::string &script, const double *x, size_t n) {
  std::stringstream in(script);
  Machine m;
  double faults = 0;
  int steps = 0;
  for (;;) {
    try {
      m.step(in, x, n);
      steps++;
    } catch (const Fault &f) {
      faults += f.at * (double)f.text.size() * 0.1;
    } catch (const std::invalid_argument &) {
      faults += x[0] * 0.25;
      if (steps > 20) break;
    } catch (const std::exception &) {
      break;
    }
  }
  auto [s, count, bits] = m.report();
  return {s + faults + (bits[0] == '1' ? x[1] : x[2]), count + steps};
}
extern "C" double f(const double *x, size_t n) {
  auto [a, i] = run("measure 3 measure 5 scale 150 wait measure 99 again measure 1", x, n);
  auto [b, j] = run("scale 50 measure 2 measure 0 scale 200 measure x 4 measure 7", x, n);
  return a * b + i * x[8] + j * x[9];
}
