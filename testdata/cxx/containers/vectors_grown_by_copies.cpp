// Vectors of structs that grow by copies of a given one, in a function that stays a
// call: the library makes what it is to insert in a place of which it clears the first
// byte.

// llad: func f double
// llad: arg x dup double[4] {1,2,0.5,0.25}
// llad: arg n const int 5
#include <vector>

namespace {

struct Rate {
  union {
    double spot, value;
  };
  double slope, risk;
  explicit Rate(double s, double t = 0, double r = 0) : spot(s), slope(t), risk(r) {}
};

__attribute__((noinline)) double extend(std::vector<Rate> &years, int n, Rate r, double growth) {
  if (n == 0) return r.spot;
  years.resize(years.size() + n, r);
  years.insert(years.begin() + years.size() / 2, 2, Rate(r.spot * growth, r.slope, r.risk * r.risk));
  return extend(years, n - 1, years[years.size() / 2], growth) + years.back().slope;
}

} // namespace

extern "C" double f(double *x, int n) {
  std::vector<Rate> years;
  double s = extend(years, n, Rate(x[0], x[1], x[2]), 1 + x[3]);
  for (unsigned k = 0; k < years.size(); k++) s += years[k].value * years[k].slope * (1 + 0.1 * k) + years[k].risk;
  return s;
}
