// Floats and doubles in containers of the same kind, behind shared pointers whose
// counts have the library's base in common.

// llad: func f double
// llad: arg x dup double[4] {0.5,0.75,1.25,0.625}
// llad: arg n const int 4
// llad: tags float
// llad: difftol 2e-4
// llad: dottol 1e-6
// llad: expect grad x[2] 4.43359375
#include <memory>
#include <vector>

namespace {

template <class T> struct Series {
  std::shared_ptr<std::vector<T>> values = std::make_shared<std::vector<T>>();
  void add(T v) { values->push_back(v); }
};

} // namespace

extern "C" double f(double *x, int n) {
  Series<float> shorts;
  Series<double> longs;
  for (int i = 0; i < n; i++) {
    shorts.add(static_cast<float>(x[i] * x[i]));
    longs.add(1 + 0.5 * x[i] * x[(i + 1) % n]);
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += (*shorts.values)[i] * (*longs.values)[n - 1 - i];
  return s;
}
