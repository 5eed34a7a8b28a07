// Records of a double and an address among the bytes of a vector that grows and is copied as a
// whole: each stands at a multiple of eight bytes, behind flags, which only the program's run tells.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const int 6
#include <cstddef>
#include <cstring>
#include <vector>

struct Entry {
  double v;
  const double *p;
};

extern "C" double f(const double *x, int n) {
  std::vector<unsigned char> bytes;
  double q = x[3] * x[3];
  for (int i = 0; i < n; i++) {
    Entry e{x[i] * x[1], i % 2 ? &q : x + i};
    std::size_t k = bytes.size();
    bytes.resize(k + 8 + i % 2 * 8 + sizeof e);
    bytes[k] = i % 2;
    std::memcpy(bytes.data() + k + 8, &e, sizeof e);
  }
  std::vector<unsigned char> copy = bytes;
  double s = 0;
  for (std::size_t k = 0; k < copy.size();) {
    Entry e;
    std::size_t more = copy[k];
    std::memcpy(&e, copy.data() + k + 8, sizeof e);
    s += e.v * e.v + *e.p;
    k += 8 + 8 * more + sizeof e;
  }
  return s;
}
