// chain as C++ programs write it: rows behind pointers, products by dot products.
#include <cstring>

namespace {

double **matrix(int n) {
  double **rows = new double *[n];
  for (int i = 0; i < n; i++)
    rows[i] = new double[n];
  return rows;
}

void release(double **rows, int n) {
  for (int i = 0; i < n; i++)
    delete[] rows[i];
  delete[] rows;
}

} // namespace

extern "C" double chain(int m, int n, const double *x) {
  double **product = matrix(n), **next = matrix(n);
  for (int i = 0; i < n; i++)
    std::memcpy(product[i], x + i * n, n * sizeof(double));
  for (int t = 1; t < m; t++) {
    const double *b = x + t * n * n;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int k = 0; k < n; k++)
          sum += product[i][k] * b[k * n + j];
        next[i][j] = sum;
      }
    double **swap = product;
    product = next;
    next = swap;
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += product[i][j] * product[i][j];
  release(product, n);
  release(next, n);
  return sum;
}
