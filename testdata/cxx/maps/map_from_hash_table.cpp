// A map made of a hash table.

// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <map>
#include <unordered_map>

extern "C" double f(double *x, int n) {
  double sum = 1;
  std::unordered_map<int, double> table;
  for (int k = 0; k < n; k++)
    table[k * 7 % 4] += x[k] * sum;
  std::map<int, double> sorted(table.begin(), table.end());
  for (const auto &entry : sorted)
    sum += std::sin(entry.second) * (entry.first + 1);
  return sum;
}
