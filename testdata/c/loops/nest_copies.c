// Layers whose activations go back and forth between buffers: nests read matrices many
// times, and what they read is overwritten in later steps. The last layer's rows overlap.
// llad: func f double
// llad: arg x dup double[10] range(-0.5,0.5)
// llad: arg h dup double[128] setup
// llad: setup for (int i = 0; i < 128; i++) h[i] = 0.001 * (i % 7);
// llad: arg n const int 8
// llad: arg steps const int 3
// llad: tags heap memory loop tape
#include <math.h>
#include <stdlib.h>

static void layer(double *out, const double *w, const double *in, int n) {
  for (int t = 0; t < n; t++)
    for (int o = 0; o < n; o++) {
      double s = 0;
      for (int i = 0; i < n; i++)
        s += w[o * n + i] * in[t * n + i];
      out[t * n + o] = s;
    }
}

double f(const double *x, double *h, int n, int steps) {
  double *w = malloc(n * n * sizeof *w);
  if (!w)
    return 0;
  double *in = h, *out = h + n * n;
  for (int i = 0; i < n * n; i++)
    in[i] = x[i % 9] - x[9];
  for (int k = 0; k < steps; k++) {
    for (int i = 0; i < n * n; i++)
      w[i] = x[(i + k) % 10] * (i % 3 - 1);
    layer(out, w, in, n);
    for (int i = 0; i < n * n; i++)
      out[i] = tanh(out[i]) + 0.25 * in[i];
    double *other = in;
    in = out, out = other;
  }
  layer(h + n, w, h, n);
  double s = 0;
  for (int i = 0; i < n * n; i++)
    s += in[i] * in[i] + h[i + n];
  free(w);
  return s;
}
