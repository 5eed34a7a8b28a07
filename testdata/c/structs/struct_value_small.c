// Small structs go and come in registers.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: tags struct call
struct pair { double a, b; };
struct fpair { float a, b; };

__attribute__((noinline)) static struct pair mul(struct pair x, struct pair y) {
  return (struct pair){x.a * y.a - x.b * y.b, x.a * y.b + x.b * y.a};
}

__attribute__((noinline)) static struct pair step(struct pair z, struct pair c) {
  struct pair s = mul(z, z);
  return (struct pair){s.a + c.a, s.b + c.b};
}

double f(const double *x) {
  struct pair z = {0.25 * x[0], 0.25 * x[1]}, c = {0.25 * x[2], 0.125 * x[3]};
  for (int i = 0; i < 6; i++)
    z = step(z, c);
  return z.a * z.a + z.b * z.b;
}
