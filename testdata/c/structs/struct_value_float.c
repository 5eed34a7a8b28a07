// Two floats in one register.
// llad: func f float
// llad: arg x dup float[4] range(0.5,1.5)
// llad: tags struct call float
// llad: difftol 2e-5
// llad: dottol 1e-5
struct fpair { float a, b; };
struct mixed { float a; int n; double d; };

__attribute__((noinline)) static struct fpair mul(struct fpair x, struct fpair y) {
  return (struct fpair){x.a * y.a - x.b * y.b, x.a * y.b + x.b * y.a};
}

__attribute__((noinline)) static struct mixed twist(struct mixed m) {
  return (struct mixed){m.a * (float)m.n, m.n + 1, m.d * m.a};
}

float f(const float *x) {
  struct fpair z = mul((struct fpair){x[0], x[1]}, (struct fpair){x[2], x[3]});
  struct mixed m = {z.a, 2, z.b};
  m = twist(twist(m));
  return m.a + (float)m.d * z.b;
}
