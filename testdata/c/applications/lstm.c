// One cell of a recurrent network over a few steps.
// llad: func f double
// llad: arg w dup double[24] range(-1,1)
// llad: arg x const double[6] range(-1,1)
// llad: arg state dup double[4] range(-0.5,0.5) inout
// llad: tags loop nested math inplace
#include <math.h>

static double sigmoid(double v) { return 1 / (1 + exp(-v)); }

double f(const double *w, const double *x, double *state) {
  enum { D = 2 };
  double *h = state, *c = state + D, loss = 0;
  for (int t = 0; t < 3; t++) {
    for (int d = 0; d < D; d++) {
      const double *v = w + 12 * d;
      double forget = sigmoid(x[D * t + d] * v[0] + v[1] * h[d] + v[2]);
      double ingate = sigmoid(h[d] * v[3] + v[4] * x[D * t] + v[5]);
      double outgate = sigmoid(x[D * t + d] * v[6] + v[7] * c[d] + v[8]);
      double change = tanh(h[d] * v[9] + v[10] * h[D - 1 - d] + v[11]);
      c[d] = c[d] * forget + ingate * change;
      h[d] = outgate * tanh(c[d]);
    }
    loss += h[0] * h[1];
  }
  return loss;
}
