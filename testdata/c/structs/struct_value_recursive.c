// A struct whose float travels in an integer register, through a recursion.
// llad: func f float
// llad: arg x dup float[4] range(0.5,1.5)
// llad: tags struct call float
// llad: difftol 2e-5
// llad: dottol 1e-5
struct mixed { float a; int n; double d; };

__attribute__((noinline)) static struct mixed twist(struct mixed m, const float *x) {
  if (m.n >= 4)
    return m;
  struct mixed next = {m.a * x[m.n], m.n + 1, m.d + m.a * x[0]};
  struct mixed r = twist(next, x);
  r.a = r.a * x[1] + m.a;
  return r;
}

float f(const float *x) {
  struct mixed m = {x[0], 0, x[1]};
  m = twist(m, x);
  return m.a + (float)m.d * x[2];
}
