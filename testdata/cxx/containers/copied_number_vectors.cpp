// Vectors of numbers that are copied into an object beside active data, in calls that
// recursion keeps apart. Floats of another type are only computed from numbers.

// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: arg n const int 4

#include <cmath>
#include <vector>

struct Shape {
  std::vector<unsigned long> sizes;
  std::vector<long> steps;
  Shape(const std::vector<unsigned long> &s, const std::vector<long> &t);
};

__attribute__((noinline)) Shape::Shape(const std::vector<unsigned long> &s, const std::vector<long> &t) : sizes(s), steps(t) {}

struct View : Shape {
  double *at;
  View(const std::vector<unsigned long> &s, const std::vector<long> &t, double *p) : Shape(s, t), at(p) {}
};

static __attribute__((noinline)) double turn(unsigned long n, int depth) {
  if (depth > 0)
    return turn(n + 1, depth - 1) / depth;
  long double t = 6.28318530717958647692528676655900576L;
  return double(t / n);
}

static __attribute__((noinline)) double walk(const View &v, int depth) {
  if (depth == 0) {
    View w(v.sizes, v.steps, v.at);
    double r = 0;
    for (unsigned long i = 0; i < w.sizes[0]; i++)
      r += std::sin(w.at[i * w.steps[0]] * turn(w.sizes[0], 1));
    return r;
  }
  return walk(v, depth - 1) * v.at[depth];
}

extern "C" double f(const double *x, int n) {
  double y[4] = {x[0], x[1] * x[0], x[2], x[3]};
  View v({(unsigned long)n}, {1}, y);
  return walk(v, 2);
}
