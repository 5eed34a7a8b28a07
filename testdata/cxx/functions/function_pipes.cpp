// Functions of several kinds stand in a table by their names and are joined to pipes that own copies of them: strings and
// functions cannot be told apart there, and the end of a string is no part of a float.
// llad: func f double
// llad: arg x dup double[5] {0.7,1.3,0.4,1.9,0.3}
// llad: arg n const int 5
// llad: cflags -std=c++20
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>
using Step = std::function<double(double)>;
static Step joined(Step a, Step b) {
  return [a = std::move(a), b = std::move(b)](double v) { return b(a(v)); };
}
struct Scaled {
  double k;
  double operator()(double v) const { return k * v; }
};
static double raised(double v) { return v + 1; }
extern "C" double f(double *x, int n) {
  std::map<std::string, Step> table;
  table["scaled"] = Scaled{x[0]};
  table["raised"] = raised;
  std::vector<std::string> order{"scaled", "raised", "scaled"};
  Step pipe = [](double v) { return v; };
  for (auto &name : order) pipe = joined(pipe, table.at(name));
  double sum = *std::make_shared<double>(x[0]);
  return sum + pipe(x[1]) * x[n - 1];
}
