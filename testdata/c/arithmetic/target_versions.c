// One of two versions of a function, by what the processor has: the wide one is compiled for
// more than what calls it.
// llad: func f double
// llad: arg x dup double[12] range(0.5,1.5)
// llad: arg n const int 12
// llad: tags vector memory loop
typedef double v4 __attribute__((vector_size(32), aligned(8)));

__attribute__((target("avx2,fma"))) static double wide(const double *x, const double *y, int n) {
  v4 s = {0, 0, 0, 0};
  for (int i = 0; i + 4 <= n; i += 4) {
    v4 a = *(const v4 *)(x + i), b = *(const v4 *)(y + i);
    for (int k = 0; k < 4; k++)
      s[k] = __builtin_fma(a[k], b[k], s[k]);
  }
  return (s[0] + s[1]) + (s[2] + s[3]);
}

static double narrow(const double *x, const double *y, int n) {
  double s[4] = {0, 0, 0, 0};
  for (int i = 0; i < n; i++)
    s[i % 4] += x[i] * y[i];
  return (s[0] + s[1]) + (s[2] + s[3]);
}

double f(const double *x, int n) {
  double s = 0;
  for (int k = 0; k < n; k += 4) {
    int has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    double d = has ? wide(x + k, x, n - k) : narrow(x + k, x, n - k);
    s += d * d;
  }
  return s;
}
