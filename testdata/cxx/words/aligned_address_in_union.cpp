// Blocks of memory whose begin is aligned as an integer that shares a union with the address:
// in a local, as Bullet's allocator does, and in an object of the heap. Without optimisation
// the address stays in the union.
// llad: func union_aligned double
// llad: arg x dup double[6] {0.5,-1.25,2,0.75,1.5,-0.25}
// llad: arg n const int 6
// llad: tags heap call

#include <cstddef>
#include <cstdlib>

template <typename T> static T *aligned(T *p, std::size_t alignment) {
  union {
    T *at;
    std::size_t number;
  } u;
  std::size_t mask = ~(alignment - 1);
  u.at = p;
  u.number += alignment - 1;
  u.number &= mask;
  return u.at;
}

static void *block(std::size_t bytes, std::size_t alignment) {
  char *whole = static_cast<char *>(std::malloc(bytes + sizeof(void *) + alignment - 1));
  void *p = aligned(whole + sizeof(void *), alignment);
  static_cast<void **>(p)[-1] = whole;
  return p;
}

static void release(void *p) { std::free(static_cast<void **>(p)[-1]); }

struct arena {
  union {
    char *at;
    std::size_t number;
  };
  char *whole;
};

static double *take(arena &a, int count, std::size_t alignment) {
  a.number += alignment - 1;
  a.number &= ~(alignment - 1);
  char *p = a.at;
  a.at += count * sizeof(double);
  return reinterpret_cast<double *>(p);
}

extern "C" double union_aligned(const double *x, int n) {
  double *p = static_cast<double *>(block(n * sizeof(double), 16));
  for (int i = 0; i < n; i++) p[i] = x[i] * x[(i + 1) % n];
  double s = 0;
  for (int i = 0; i < n; i++) s += p[i] * p[i];
  release(p);
  arena *a = new arena;
  a->whole = static_cast<char *>(std::malloc(1024));
  a->at = a->whole + 3;
  double *v = take(*a, n, 16), *w = take(*a, n, 32);
  for (int i = 0; i < n; i++) {
    v[i] = x[i] * x[i];
    w[i] = v[i] * x[(i + 1) % n];
  }
  for (int i = 0; i < n; i++) s += v[i] * w[i];
  std::free(a->whole);
  delete a;
  return s;
}
