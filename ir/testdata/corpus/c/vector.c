/* Vector extensions, half floats, builtins with intrinsics of many kinds. */
typedef double v4d __attribute__((vector_size(32)));
typedef float v4f __attribute__((vector_size(16)));
typedef int v4i __attribute__((vector_size(16)));

v4d blend(v4d a, v4d b) { return a * b + (v4d){1, 2, 3, 4}; }
v4f swizzle(v4f a, v4f b) { return __builtin_shufflevector(a, b, 0, 4, 1, -1); }
v4i compare(v4f a, v4f b) { return a < b; }
v4f convert(v4i a) { return __builtin_convertvector(a, v4f); }
float lane(v4f a, int i) { a[i & 3] = 2.5f; return a[0] + a[i & 3]; }
v4i select4(v4i m, v4i a, v4i b) { return (m & a) | (~m & b) << 3; }

int bitops(unsigned x, unsigned long y) {
  return __builtin_popcount(x) + __builtin_ctzl(y) + __builtin_clz(x | 1) + __builtin_bswap32(x) + __builtin_parity(x);
}

int overflow(int a, int b, int *r) { return __builtin_add_overflow(a, b, r) || __builtin_mul_overflow(a, b, r); }

double expect(double *p, int n) {
  double *q = __builtin_assume_aligned(p, 32);
  __builtin_prefetch(q + 8);
  if (__builtin_expect(n > 100, 0))
    __builtin_trap();
  if (n < 0)
    __builtin_unreachable();
  double s = 0;
#pragma clang loop vectorize(enable) unroll_count(4)
  for (int i = 0; i < n; i++)
    s += __builtin_fabs(q[i]) + __builtin_copysign(1.0, q[i]) + __builtin_sqrt(q[i]);
  return s;
}

#pragma clang fp contract(fast) reassociate(on)
double fast(double a, double b, double c) { return a * b + c - a / b; }

__attribute__((always_inline)) static inline double helper(const double *restrict p) { return p[0] - p[1]; }
double uses(const double *p, __fp16 *h) { return helper(p) + helper(p + 1) + (double)h[0]; }
