// Results that are kept in a hash table within a struct, which the compiler clears as a
// whole, members, padding and all.

// llad: func f double
// llad: arg x dup double[4] {0.3,0.7,1.1,0.5}
// llad: arg n const int 4
#include <cmath>
#include <unordered_map>

namespace {

struct Memo {
  std::unordered_map<int, double> known;
  const double *x;
  int hits = 0;
  double at(int k) {
    if (k < 2) return x[k];
    auto it = known.find(k);
    if (it != known.end()) {
      ++hits;
      return it->second;
    }
    double v = std::sin(at(k - 1)) * x[2] + at(k - 2);
    known.emplace(k, v);
    return v;
  }
};

} // namespace

extern "C" double f(double *x, int n) {
  Memo memo{{}, x};
  double r = memo.at(7) * memo.hits;
  for (int k = 0; k < n; k++) r += memo.at(k + 2) * k;
  return r;
}
