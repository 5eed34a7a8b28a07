// A loop that ends where an allocation succeeds: the memory's address leaves it by the edge of the call.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const int 6
// llad: tags call heap
#include <cmath>
#include <new>
#include <vector>

static double *room(int count, int most) {
  if (count > most) throw std::bad_alloc();
  return new double[count];
}

extern "C" double f(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    int count = 8 + i;
    double *p;
    double tried = 1;
    for (;;) {
      try {
        p = room(count, n);
        break;
      } catch (const std::bad_alloc &) {
        count -= 3;
        tried *= x[i];
      }
    }
    std::vector<double> *v;
    for (int k = 0;; k++) {
      try {
        v = new std::vector<double>(x + k, x + n);
        break;
      } catch (...) {
        tried += x[k];
      }
    }
    for (int k = 0; k < count; k++) p[k] = tried * x[(i + k) % n];
    for (int k = 0; k < count; k++) s += std::sin(p[k]) * (*v)[k % n];
    delete v;
    delete[] p;
  }
  return s;
}
