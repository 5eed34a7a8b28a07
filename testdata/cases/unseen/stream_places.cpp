// A stream is asked where it stands, is set back, and skips characters.
#include <cmath>
#include <sstream>
#include <string>
extern "C" double f(const double *x, size_t n) {
  double r = 0;
  const char *const texts[] = {"3.5 rest", "17", "no number"};
  for (int k = 0; k < 3; k++) {
    std::istringstream in(texts[k]);
    double v = 1;
    in >> v;
    std::istringstream::pos_type at = in.tellg();
    if (at == std::istringstream::pos_type(-1)) {
      in.clear();
      in.seekg(0);
      in.ignore(3);
      r += in.peek() * x[k] * x[k + 1];
    } else
      r += v * std::sin(x[k]) + double(at) * x[k + 3] + in.gcount();
  }
  return r;
}
