// Vector instructions of x86 by their builtins: horizontal sums, dot products,
// minima, masked and indexed accesses.
// llad: func f double
// llad: arg x dup double[8] range(0.4,1.9)
// llad: tags vector memory
typedef double v2 __attribute__((vector_size(16)));
typedef double v4 __attribute__((vector_size(32)));
typedef long long m4 __attribute__((vector_size(32)));
typedef int i4 __attribute__((vector_size(16)));

__attribute__((target("sse4.1"))) static double sse(const double *x) {
  v2 a = {x[0], x[1]}, b = {x[2], x[3]};
  v2 h = __builtin_ia32_haddpd(a * b, __builtin_ia32_addsubpd(b, a));
  h = __builtin_ia32_dppd(h, a, 0x31) + __builtin_ia32_hsubpd(a, h);
  h = __builtin_ia32_maxpd(__builtin_ia32_minpd(h, (v2){9, 9}), b * b);
  return h[0] * h[1];
}

__attribute__((target("avx2"))) static double avx2(const double *x) {
  v4 a = {x[0], x[1], x[2], x[3]};
  m4 few = {-1, -1, 0, -1};
  v4 m = __builtin_ia32_maskloadpd256((const v4 *)(x + 4), few);
  v4 g = __builtin_ia32_gatherd_pd256(a, x, (i4){6, 1, 1, 5}, (v4)few, 8);
  double out[4] = {1, 2, 3, 4};
  __builtin_ia32_maskstorepd256((v4 *)out, few, a * m * g);
  v4 s = __builtin_ia32_blendvpd256(a, g, (v4)(a > g));
  return out[0] * out[1] + out[2] * out[3] + s[0] * s[3];
}

// The upper half of doubles by what moves them in parts, beside constants.
static double upper(const double *x) {
  v2 a = {x[4], x[5]}, b = {x[6], x[7]};
  i4 none = {0, 0, 0, 0}, ones = {0, 0x3ffe0000, 0, 0x3ffe0000}; // 0 and 1.875
  v2 h = (v2)__builtin_shufflevector(none, (i4)(a * b), 6, 7, 2, 3);
  v2 k = (v2)__builtin_shufflevector((i4)(a + b), ones, 2, 3, 4, 5);
  return h[0] * k[1] + k[0] + h[1];
}

double f(const double *x) {
  return sse(x) + upper(x) + (__builtin_cpu_supports("avx2") ? avx2(x) : 0);
}
