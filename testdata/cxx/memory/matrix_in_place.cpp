// A matrix whose elements stand in the object itself where they are few, beside a lock and an
// address of them: sorted, summed by pairs and copied, by pointers that walk up and down.

// llad: func f double
// llad: arg x dup double[12] range(0.5,1.5)
// llad: arg n const int 12

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>

class Matrix {
  long rows, cols;
  std::mutex lock;
  double *at;
  double local[16];
  const Matrix *parent;

public:
  Matrix(long r, long c, const Matrix *p = nullptr) : rows(r), cols(c), at(local), parent(p) {
    if (r * c > 16)
      at = new double[r * c];
    std::memset(at, 0, r * c * sizeof(double));
  }
  Matrix(const Matrix &m) : Matrix(m.rows, m.cols, &m) { std::memcpy(at, m.at, rows * cols * sizeof(double)); }
  ~Matrix() {
    if (at != local)
      delete[] at;
  }
  double &operator()(long i, long j) { return at[i * cols + j]; }
  double *begin() { return at; }
  double *end() { return at + rows * cols; }
  double sum() const {
    double a = 0, b = 0;
    long n = rows * cols, k = 0;
    for (; k + 1 < n; k += 2)
      a += at[k], b += at[k + 1] * at[k + 1];
    return k < n ? a + b + at[k] : a + b;
  }
  double locked(long k) {
    std::lock_guard<std::mutex> hold(lock);
    return parent ? at[k] * parent->at[k] : at[k];
  }
};

struct Product {
  Matrix left;
  const Matrix &right;
};

static __attribute__((noinline)) double total(const Product &p) { return p.left.sum() * p.right.sum(); }

extern "C" double f(const double *x, int n) {
  Matrix m(3, n / 3);
  for (int i = 0; i < n; i++)
    m(i / (n / 3), i % (n / 3)) = x[i] * (i + 1);
  Matrix sorted(m);
  std::sort(sorted.begin(), sorted.end());
  Matrix large(5, n);
  for (int i = 0; i < n; i++)
    large(2, i) = std::sin(sorted(i % 3, i / 3));
  return total({m, sorted}) * 1e-3 + sorted.locked(4) + large.sum();
}
