// Operations of AVX-512 on exponents and mantissas, conversions between doubles and integers, accesses through
// indices, by their builtins, with masks and without.
// llad: func f double
// llad: arg x dup double[16] range(0.4,1.9)
// llad: tags vector memory settled
typedef double v8 __attribute__((vector_size(64)));
typedef long long m8 __attribute__((vector_size(64)));
typedef unsigned long long u8 __attribute__((vector_size(64)));
typedef int i8 __attribute__((vector_size(32)));

#define WIDE __attribute__((target("avx512f,avx512dq,avx512vl"))) static inline
#define ROUND 4 // as the processor is set

WIDE double sum(const v8 *v) {
  double all = 0;
  for (int k = 0; k < 8; k++) all += (*v)[k] * (k + 1);
  return all;
}

WIDE void load(v8 *v, const double *x) {
  for (int k = 0; k < 8; k++) (*v)[k] = x[k];
}

// exp: a power of two, and a polynomial
WIDE void exponential(v8 *y, const v8 *x) {
  v8 n = (v8)__builtin_ia32_rndscalepd_mask(*x * 1.4426950408889634, 8, *x, -1, ROUND);
  v8 r = *x - n * 0.6931471805599453;
  v8 p = 1 + r * (1 + r * (1 / 2. + r * (1 / 6. + r * (1 / 24. + r * (1 / 120. + r * (1 / 720.))))));
  *y = (v8)__builtin_ia32_scalefpd512_mask(p, n, p, -1, ROUND);
}

// log: the exponent, and a series for the mantissa; the table is for 0 and infinity
WIDE void logarithm(v8 *y, const v8 *x) {
  v8 e = (v8)__builtin_ia32_getexppd512_mask(*x, *x, -1, ROUND), m = (v8)__builtin_ia32_getmantpd512_mask(*x, 0, *x, -1, ROUND);
  v8 q = (m - 1) / (m + 1), s = q * q;
  v8 l = e * 0.6931471805599453 + 2 * q * (1 + s * (1 / 3. + s * (1 / 5. + s * (1 / 7. + s / 9))));
  m8 table = {0x00550400, 0x00550400, 0x00550400, 0x00550400, 0x00550400, 0x00550400, 0x00550400, 0x00550400};
  *y = (v8)__builtin_ia32_fixupimmpd512_mask(l, *x, table, 0, -1, ROUND);
}

WIDE double converted(const v8 *a, const v8 *b) {
  m8 n = (m8)__builtin_ia32_cvttpd2qq512_mask(*a * 10, (m8)*a, -1, ROUND);
  u8 u = (u8)__builtin_ia32_cvtpd2uqq512_mask(*b * 10, (m8){1, 2, 3, 4, 5, 6, 7, 8}, 0x6d, ROUND);
  v8 r = *a * __builtin_convertvector(n, v8) + *b * __builtin_convertvector(u, v8);
  v8 few = (v8)__builtin_ia32_scalefpd512_mask(r, *b * 3, *b, 0x5a, ROUND);
  v8 left = (v8)__builtin_ia32_reducepd512_mask(*a * 10, 0, *b, 0x3f, ROUND);
  return sum(&few) + sum(&left);
}

WIDE double indexed(const double *x, double *w) {
  i8 at = {3, 1, 4, 1, 5, 9, 2, 6};
  v8 none = {0}, g = (v8)__builtin_ia32_gathersiv8df(none, x, at, -1, 8), m = (v8)__builtin_ia32_gathersiv8df(g, x + 1, at, 0x3c, 8);
  __builtin_ia32_scattersiv8df(w, 0xdb, at, g * m, 8);
  return w[1] * w[3] + w[9] * w[6];
}

WIDE double wide(const double *x) {
  double w[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  v8 a, b, u, v;
  load(&a, x);
  load(&b, x + 8);
  exponential(&u, &a);
  logarithm(&v, &b);
  v8 p = u * v;
  return sum(&p) + converted(&a, &b) + indexed(x, w);
}

double f(const double *x) {
  double s = x[0] * x[15];
  if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) s += wide(x);
  return s;
}
