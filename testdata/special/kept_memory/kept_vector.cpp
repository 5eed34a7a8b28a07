// A vector that stays between calls, and grows: derivatives by names between other calls.
// llad: func f double
// llad: arg x dup double[4] {0.7,1.3,0.4,1.9}
// llad: arg n const int 4
#include <vector>

extern "C" double f(const double *x, int n) {
  static std::vector<double> buffer;
  if ((int)buffer.size() < n)
    buffer.resize(n);
  double s = 0;
  for (int i = 0; i < n; i++)
    buffer[i] = x[i] * x[i];
  for (int i = 0; i + 1 < n; i++)
    s += buffer[i] * buffer[i + 1];
  return s;
}
