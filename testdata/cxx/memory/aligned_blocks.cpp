// Blocks of posix_memalign whose alignment depends on their size, as Armadillo's, or is a parameter.
// llad: func aligned_blocks double
// llad: arg x dup double[6] {0.5,-1.25,2,0.75,1.5,-0.25}
// llad: arg n const int 6

#include <cstdlib>

static double *block(size_t bytes) {
  void *p = nullptr;
  return posix_memalign(&p, bytes >= 1024 ? 32 : 16, bytes) == 0 ? static_cast<double *>(p) : nullptr;
}

__attribute__((noinline)) static double *lines(size_t count, size_t line) {
  void *p = nullptr;
  return posix_memalign(&p, line, count * line) == 0 ? static_cast<double *>(p) : nullptr;
}

extern "C" double aligned_blocks(const double *x, int n) {
  double s = 0;
  double *b = block(n * sizeof *b), *c = block(200 * sizeof *c), *d = lines(n, 64);
  for (int i = 0; i < n; i++)
    b[i] = x[i] * x[n - 1 - i];
  for (int i = 0; i < 200; i++)
    c[i] = x[i % n] * b[(i + 1) % n];
  for (int i = 0; i < n; i++)
    d[8 * i] = c[7 * i] + b[i];
  for (int i = 0; i < n; i++)
    s += d[8 * i] * d[8 * i] * (i + 1);
  free(b);
  free(c);
  free(d);
  return s;
}
