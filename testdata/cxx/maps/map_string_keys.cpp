// Maps with strings for keys: copied, assigned, filled from lists, with containers for values.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>
struct Entry { std::vector<double> values; double sum = 0; };
extern "C" double f(double *x, int n) {
  std::map<std::string, double> m;
  for (int i = 0; i < n; i++) m["p" + std::to_string(i)] = x[i] * x[i];
  std::map<std::string, double> copy(m), assigned;
  assigned = m;
  copy["p1"] *= x[2];
  double s = 0;
  for (auto &kv : copy) s += kv.second * std::sin(kv.second) * kv.first.size();
  for (auto &kv : assigned) s += kv.second * kv.second;
  std::unordered_map<std::string, Entry> groups;
  for (int i = 0; i < n; i++) { Entry &e = groups["k" + std::to_string(i % 4)]; e.values.push_back(x[i]); e.sum += x[i] * x[i]; }
  for (int i = 0; i < 4; i++) {
    const Entry &e = groups.at("k" + std::to_string(i));
    for (double v : e.values) s += std::exp(-v) * e.sum;
  }
  std::unordered_map<std::string, double> params{{"a", x[0]}, {"b", x[1]}};
  params.emplace("c", x[2] * x[3]);
  return s + params["a"] * params.at("b") + params.find("c")->second;
}
