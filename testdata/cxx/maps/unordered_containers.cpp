// unordered_map with strings, rehashing; unordered_set.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
extern "C" double f(double *x, int n) {
  std::unordered_map<std::string, double> weights;
  for (int i = 0; i < n; i++) weights["w" + std::to_string(i)] = x[i];
  weights["w0"] *= x[1];
  weights.erase("w5");
  std::unordered_map<int, std::vector<double>> groups;
  for (int i = 0; i < 40; i++) groups[i % 5].push_back(x[i % n] * i);
  std::unordered_set<int> set;
  for (int i = 0; i < 40; i++) set.insert(i * i % 7);
  double s = 0;
  for (int i = 0; i < 5; i++) s += weights.at("w" + std::to_string(i)) * (i + 1);
  for (int g = 0; g < 5; g++) {
    double t = 0;
    for (double v : groups[g]) t += v * v;
    s += std::sqrt(1 + t);
  }
  return s * set.size();
}
