// Exponents of doubles in vectors by integer arithmetic on the lanes' bits: added to, and taken away.
// llad: func f double
// llad: arg x dup double[8] range(0.4,1.9)
// llad: tags vector
typedef double v2 __attribute__((vector_size(16)));
typedef long long m2 __attribute__((vector_size(16)));

static v2 pick(m2 c, v2 a, v2 b) { return (v2)((c & (m2)a) | (~c & (m2)b)); }

// x * 2^n
__attribute__((noinline)) static v2 scaled(v2 x, m2 n) { return (v2)((m2)x + (n << 52)); }

static v2 exponential(v2 x) {
  v2 t = x * 1.4426950408889634;
  m2 n = __builtin_convertvector(t + pick(t < 0, (v2){-0.5, -0.5}, (v2){0.5, 0.5}), m2);
  v2 r = x - __builtin_convertvector(n, v2) * 0.6931471805599453;
  v2 p = 1 + r * (1 + r * (0.5 + r * (1 / 6. + r * (1 / 24. + r * (1 / 120. + r * (1 / 720.))))));
  return scaled(p, n);
}

static v2 logarithm(v2 x) {
  m2 e = ((m2)x >> 52) - 1022;
  v2 m = (v2)(((m2)x & 0xfffffffffffff) | 0x3fe0000000000000);
  v2 q = (m - 1) / (m + 1), s = q * q;
  return 2 * q * (1 + s * (1 / 3. + s * (1 / 5. + s * (1 / 7. + s / 9)))) + __builtin_convertvector(e, v2) * 0.6931471805599453;
}

double f(const double *x) {
  v2 a = {x[0], x[1]}, b = {x[2], -x[3]}, c = {x[4], x[5]};
  v2 u = exponential(a * b * 3), w = logarithm(c * 5) * b;
  v2 s = u * w + scaled(a, (m2){3, -2}) - scaled(b, (m2){-30, 1}) * x[6];
  return s[0] * s[1] + s[1] * x[7];
}
