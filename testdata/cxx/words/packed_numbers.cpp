// Numbers packed behind tags of a byte, where no word begins, in a vector of bytes that grows,
// loses its first record and is copied as a whole.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const int 6
#include <cstddef>
#include <cstring>
#include <vector>

extern "C" double f(const double *x, int n) {
  std::vector<unsigned char> bytes;
  for (int i = 0; i < n; i++) {
    unsigned char tag = i % 3;
    int many = tag == 1 ? 2 : 1;
    std::size_t k = bytes.size();
    bytes.resize(k + 1 + 8 * many);
    bytes[k] = tag;
    for (int j = 0; j < many; j++) {
      double v = x[i] * x[(i + j) % n];
      std::memcpy(bytes.data() + k + 1 + 8 * j, &v, 8);
    }
  }
  bytes.erase(bytes.begin(), bytes.begin() + 9);
  std::vector<unsigned char> copy = bytes;
  double s = 0;
  for (std::size_t k = 0; k < copy.size();) {
    int many = copy[k] == 1 ? 2 : 1;
    double p = copy[k++] + 1;
    for (int j = 0; j < many; j++, k += 8) {
      double v;
      std::memcpy(&v, copy.data() + k, 8);
      p *= v;
    }
    s += p;
  }
  return s;
}
