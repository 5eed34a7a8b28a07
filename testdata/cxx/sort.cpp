// std::sort, streams and strings beside the arithmetic.
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
