// Text made on the way: inactive, but everywhere.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
static std::string label(int i) { return "item " + std::to_string(i); }
extern "C" double f(double *x, int n) {
  double s = 0;
  std::ostringstream log;
  for (int i = 0; i < n; i++) {
    s += std::sin(x[i]) * x[(i + 1) % n];
    log << label(i) << ": " << s << '\n';
    std::string key = label(i);
    if (key.find("3") != std::string::npos) s *= 2;
    std::fprintf(stderr, "%s %.3f\n", key.c_str(), s);
    std::cerr << "partial " << s << std::endl;
  }
  if (log.str().size() > 5) s += x[0];
  return s;
}
