// Soft alignments of signals in float and double: cells by value, paths on intrusive lists, spectra as complex numbers.
// opt: tol=3e-2
#include <complex.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

typedef struct { double score; float weight; int from; } cell;
struct hook { struct hook *next; };
struct stretch { int a, b; float share; struct hook hook; double complex phase; };

static cell best(cell up, cell left, cell both, double heat) {
  double m = fmax(up.score, fmax(left.score, both.score));
  float u = expf((float)((up.score - m) / heat)), l = expf((float)((left.score - m) / heat)), b = expf((float)((both.score - m) / heat)), t = u + l + b;
  return (cell){.score = m + heat * log(t), .weight = (u * up.weight + l * left.weight + b * both.weight) / t,
                .from = b >= u ? (b >= l ? 0 : 2) : u >= l ? 1 : 2};
}

static cell shifted(cell c, double by, float more) {
  c.score += by;
  c.weight += more;
  return c;
}

static double match(float a, float b) { return 1 - 2.0 * (a - b) * (a - b); }

static void spectrum(int n, const float *v, double complex *out) {
  for (int k = 0; k < n; k++) {
    out[k] = 0;
    for (int i = 0; i < n; i++) out[k] += v[i] * cexp(-2 * M_PI * I * k * i / n);
  }
}

static struct hook *walk(int rows, int cols, cell t[rows][cols], const float *a) {
  struct hook *list = NULL;
  int i = rows - 1, j = cols - 1, steps = 0;
  while (i > 0 || j > 0) {
    int from = i == 0 ? 2 : j == 0 ? 1 : t[i][j].from;
    struct stretch *s = malloc(sizeof *s);
    s->a = i, s->b = j, s->share = t[i][j].weight / (1 + steps++);
    s->phase = i > 0 ? cexp(I * a[i - 1]) * (from == 0 ? 1 : 0.5) : 1;
    s->hook.next = list, list = &s->hook;
    from == 0 ? (i--, j--) : from == 1 ? (void)i-- : (void)j--;
  }
  return list;
}

double f(const double *x, size_t n) {
  enum { A = 6, B = 5 };
  float a[A], b[B];
  for (int i = 0; i < A; i++) a[i] = (float)(x[i] * (1 + 0.1 * i));
  for (int j = 0; j < B; j++) b[j] = (float)sin(x[A + j] + j);
  double heat = 0.3 + 0.2 * x[n - 1];
  cell t[A + 1][B + 1];
  t[0][0] = (cell){0, 0.5f, 0};
  for (int i = 0; i <= A; i++)
    for (int j = 0; j <= B; j++) {
      if (!i && !j) continue;
      cell none = {-1e3, 0, 0};
      t[i][j] = best(i ? shifted(t[i - 1][j], -0.4, 0.1f) : none, j ? shifted(t[i][j - 1], -0.5, a[0] * 0.1f) : none,
                     i && j ? shifted(t[i - 1][j - 1], match(a[i - 1], b[j - 1]), b[j - 1]) : none, heat);
    }
  double s = t[A][B].score + t[A][B].weight, twist = 0;
  double complex sum = 0, fa[A], fb[B];
  struct hook *h = walk(A + 1, B + 1, t, a);
  while (h) {
    struct stretch *p = (struct stretch *)((char *)h - offsetof(struct stretch, hook));
    sum += p->share * p->phase, twist += p->b ? carg(p->phase) / p->b : 0, h = h->next;
    free(p);
  }
  spectrum(A, a, fa), spectrum(B, b, fb);
  for (int k = 0; k < B; k++) s += 0.02 * creal(fa[k] * conj(fb[k])) + (k % 2 ? 0.05 * cabs(fa[k] + 3) : 0.01 * cimag(fb[k]));
  return s + cabs(sum) + 0.1 * twist;
}
