// Signs of some lanes of a vector changed by masks, and a quotient of which one lane
// is read.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.25)
// llad: tags simd
typedef double v2 __attribute__((vector_size(16)));
typedef long long v2i __attribute__((vector_size(16)));

static v2 load(const double *p) { return (v2){p[0], p[1]}; }

static v2 flipped(v2 a, v2i mask) { return (v2)((v2i)a ^ mask); }

double f(const double *x) {
  v2i s = {0, (long long)(1ull << 63)};
  v2i t = __builtin_shufflevector(s, s, 1, 0);
  v2 a = load(x), b = load(x + 2), c = load(x + 4), d = load(x + 6);
  v2 r = flipped(a, s) * b + flipped(c, t) * d;
  r += (v2)((v2i)d | s) * c + (v2)((v2i)flipped(a, s) & ~t) * a;
  v2 q = r / __builtin_shufflevector(r, r, 1, -1);
  return r[1] * r[0] + q[0];
}
