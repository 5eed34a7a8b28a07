// Containers take their memory from a pool, which takes it from a buffer or from the heap; the pool
// is emptied once and used again, and a block with a larger alignment is taken and given back.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5)
// llad: arg n const int 8
// llad: tags memory heap
#include <cmath>
#include <cstddef>
#include <list>
#include <map>
#include <memory_resource>
#include <vector>

static double grouped(std::pmr::memory_resource *r, const double *x, int n) {
  std::pmr::map<int, std::pmr::vector<double>> groups(r);
  for (int i = 0; i < n; i++) groups[i * 5 % 3].push_back(x[i] * x[(i + 1) % n]);
  double s = 0;
  for (auto &[key, v] : groups) {
    double p = 1;
    for (double a : v) p *= 1 + 0.5 * a;
    s += p * (key + 1);
  }
  return s;
}

extern "C" double f(const double *x, int n) {
  std::byte buffer[256];
  std::pmr::monotonic_buffer_resource mono(buffer, sizeof buffer);
  std::pmr::unsynchronized_pool_resource pool(&mono), heap;
  double s = grouped(&pool, x, n);
  std::pmr::list<double> l(&heap);
  for (int i = 0; i < n; i++) {
    if (i % 2) l.push_front(std::sin(x[i]));
    else l.push_back(x[i]);
    if (i % 3 == 2) l.pop_back();
  }
  double *wide = static_cast<double *>(heap.allocate(4 * sizeof(double), 64));
  for (int i = 0; i < 4; i++) wide[i] = x[i] * s;
  for (double v : l) s = 0.5 * s + v * v;
  for (int i = 0; i < 4; i++) s += 0.01 * wide[i];
  heap.deallocate(wide, 4 * sizeof(double), 64);
  double *left = static_cast<double *>(pool.allocate(2 * sizeof(double)));
  left[0] = x[0] * x[1];
  left[1] = left[0] * x[2];
  s += left[0] * left[1];
  pool.release();
  return s + 0.1 * grouped(&pool, x, n);
}
