// Arrays of a function's own whose shadows stand side by side where there are
// several tangents: grids that change places, members of structs, memory from the
// heap, copies from and to memory of the caller, sums that loops carry, and arrays
// whose addresses go elsewhere.
// llad: func abreast double
// llad: arg x dup double[12] range(0.25,1)
// llad: arg out dup double[12] zero
// llad: arg n const int 12
// llad: tags abreast loop stack heap
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  double re, im;
};

__attribute__((noinline)) static double elsewhere(const double *a, int n) {
  return n > 1 ? elsewhere(a, n / 2) * elsewhere(a + n / 2, n - n / 2) + 0.5 : a[0] * a[0];
}

static double stencil(const double *x, double *out, int n) {
  double a[n], b[n], *from = a, *to = b;
  memcpy(a, x, n * sizeof *a);
  memset(b, 0, n * sizeof *b);
  for (int t = 0; t < 5; t++) {
    for (int i = 1; i < n - 1; i++)
      to[i] = from[i] + 0.2 * (from[i - 1] - 2 * from[i] + from[i + 1]) + 0.01 * from[i] * (1 - from[i]) / (1 + from[i - 1]);
    to[0] = to[1];
    to[n - 1] = 0.5 * to[n - 2];
    double *swap = from;
    from = to;
    to = swap;
  }
  memcpy(out, from, n * sizeof *out);
  return from[n / 2];
}

static double spectrum(const double *x, int n) {
  struct pair z[12], w[2][12];
  for (int i = 0; i < n; i++) {
    z[i].re = x[i];
    z[i].im = x[n - 1 - i] * x[i];
  }
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < n; i++) {
      struct pair p = z[(i + 1) % n], q = z[i];
      w[t & 1][i].re = p.re * q.re - p.im * q.im;
      w[t & 1][i].im = p.re * q.im + p.im * q.re;
      z[i].re = 0.5 * z[i].re + w[t & 1][i].im;
      z[i].im = fabs(z[i].im - 0.3 * w[t & 1][i].re);
    }
  double s = 0, best = -10;
  for (int i = 0; i < n; i++) {
    s = 0.75 * s + sqrt(z[i].re * z[i].re + 0.1) * exp(-z[i].im);
    if (z[i].re > best)
      best = z[i].re;
  }
  return s + best;
}

static double heap(const double *x, int n) {
  double *v = malloc(n * sizeof *v), *w = calloc(2 * n, sizeof *w), s = 0;
  if (!v || !w)
    abort();
  for (int i = 0; i < n; i++)
    v[i] = x[i] * x[i];
  for (int t = 1; t < 4; t++) {
    memmove(w + 1, w, (2 * n - 1) * sizeof *w);
    for (int i = 0; i < n; i++) {
      w[i + (t & 1 ? n : 0)] += v[i] * v[n - 1 - i] * t;
      v[i] = v[i] > 0.3 ? v[i] - 0.125 * w[i] : 0.25;
      if (v[i] < 0.01)
        break;
    }
  }
  for (int i = 0; i < 2 * n; i++)
    s += w[i] * w[i];
  free(v);
  free(w);
  return s;
}

static double escaping(const double *x, int n) {
  double kept[12], given[12], s = 0;
  for (int t = 0; t < 3; t++) {
    for (int i = 0; i < n; i++)
      kept[i] = t ? kept[i] * 0.5 + given[i] : x[i];
    for (int i = 0; i < n; i++)
      given[i] = sin(kept[i]);
    s += elsewhere(given, n) * kept[t];
  }
  return s;
}

double abreast(const double *x, double *out, int n) {
  return stencil(x, out, n) + spectrum(x, n) + heap(x, n) + escaping(x, n);
}
