// std::sort, streams and strings beside the arithmetic.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

extern "C" double f(double *x, int n) {
  std::vector<double> v(x, x + n);
  std::sort(v.begin(), v.end());
  std::string name = "v";
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += v[i] * v[i] * (i + 1);
    name += std::to_string(i);
  }
  if (s > 1e9)
    std::cerr << name << s << std::endl;
  return s * name.size();
}
