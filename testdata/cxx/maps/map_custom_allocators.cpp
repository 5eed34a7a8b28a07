// A map of floats, whose nodes are as short as the map's head, and vectors in memory from
// an allocator of the program's that has state.

// llad: dottol 1e-5
// llad: tags kink
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <cstddef>
#include <map>
#include <new>
#include <vector>

namespace {

struct Block {
  alignas(16) char bytes[2048];
  std::size_t used = 0;
};

template <class T>
struct InBlock {
  using value_type = T;
  Block *block;
  InBlock(Block *b) : block(b) {}
  template <class U>
  InBlock(const InBlock<U> &o) : block(o.block) {}
  T *allocate(std::size_t n) {
    std::size_t bytes = (n * sizeof(T) + 15) & ~std::size_t(15);
    if (block->used + bytes > sizeof block->bytes)
      throw std::bad_alloc();
    T *p = reinterpret_cast<T *>(block->bytes + block->used);
    block->used += bytes;
    return p;
  }
  void deallocate(T *, std::size_t) {}
  bool operator==(const InBlock &o) const { return block == o.block; }
  bool operator!=(const InBlock &o) const { return block != o.block; }
};

}  // namespace

extern "C" double f(double *x, int n) {
  std::map<int, float> tally;
  for (int k = 0; k < n; k++)
    tally[k % 3] += float(x[k] * x[k]);
  double s = 0;
  for (auto &[k, v] : tally)
    s += k * std::sqrt((double)v);
  Block block;
  std::vector<double, InBlock<double>> squares(&block);
  for (int k = 0; k < n; k++)
    squares.push_back(x[k] * x[k]);
  auto copy = squares;
  for (int k = 0; k < n; k++)
    s += squares[k] * std::sin(copy[n - 1 - k]);
  return s;
}
