// A recursive transform over a table of factors that each level moves on in, of
// complex numbers in single precision that are copied as structs.
// llad: func f float
// llad: decl struct c { float r, i; };
// llad: arg x dup struct-c[12] range(-1,1)
// llad: leaves x r:float i:float
// llad: tags float recursion
// llad: dottol 1e-5
// llad: difftol 1e-4
#include <math.h>
#include <stdlib.h>
struct c { float r, i; };

static struct c times(struct c a, struct c b) {
  return (struct c){a.r * b.r - a.i * b.i, a.r * b.i + a.i * b.r};
}

static void step(struct c *out, const struct c *in, int stride, const int *factors, const struct c *w, int n) {
  int p = *factors++, m = *factors++;
  if (m == 1)
    for (int k = 0; k < p; k++)
      out[k] = in[k * stride];
  else
    for (int k = 0; k < p; k++)
      step(out + k * m, in + k * stride, stride * p, factors, w, n);
  struct c *t = malloc(p * sizeof *t);
  for (int u = 0; u < m; u++) {
    for (int k = 0; k < p; k++)
      t[k] = out[u + k * m];
    for (int q = 0; q < p; q++) {
      int at = u + q * m;
      struct c s = t[0];
      for (int k = 1; k < p; k++) {
        struct c a = times(t[k], w[stride * k * at % n]);
        s.r += a.r;
        s.i += a.i;
      }
      out[at] = s;
    }
  }
  free(t);
}

float f(const struct c *x) {
  static const int factors[] = {3, 4, 2, 2, 2, 1};
  struct c w[12], y[12];
  for (int k = 0; k < 12; k++)
    w[k] = (struct c){cosf(-6.2831853f * k / 12), sinf(-6.2831853f * k / 12)};
  step(y, x, 1, factors, w, 12);
  float s = 0;
  for (int k = 0; k < 12; k++)
    s += (k + 1) * (y[k].r * y[k].r + y[k].i * y[k].i);
  return s / 64;
}
