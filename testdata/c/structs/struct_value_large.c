// Structs too large for registers: byval parameters and sret results.
// llad: func f double
// llad: arg x dup double[9] range(0.5,1.5)
// llad: arg y dup double[9] range(0.5,1.5)
// llad: tags struct call sret
struct mat3 { double e[3][3]; };

__attribute__((noinline)) static struct mat3 mul(struct mat3 a, struct mat3 b) {
  struct mat3 c;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      c.e[i][j] = 0;
      for (int k = 0; k < 3; k++)
        c.e[i][j] += a.e[i][k] * b.e[k][j];
    }
  return c;
}

__attribute__((noinline)) static double trace(struct mat3 a) { return a.e[0][0] + a.e[1][1] + a.e[2][2]; }

double f(const double *x, const double *y) {
  struct mat3 a, b;
  for (int i = 0; i < 9; i++) {
    a.e[i / 3][i % 3] = x[i];
    b.e[i / 3][i % 3] = y[i];
  }
  struct mat3 c = mul(a, b);
  c = mul(c, a);
  return trace(c) * c.e[0][2];
}
