// A loop over two arrays that compilers vectorise.
// llad: func f void
// llad: arg a out double 1.25
// llad: arg x dup double[21] range(-1,1)
// llad: arg y dup double[21] range(-1,1) inout
// llad: arg n const int 21
// llad: tags vector loop inplace

void f(double a, const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = a * x[i] + y[i] * y[i];
}
