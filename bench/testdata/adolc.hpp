// How users of ADOL-C take a gradient: tape, then one reverse sweep.
#include <adolc/adolc.h>

#include "bench.h"

// The gradient of f, which takes adoubles x[0..n) and returns one.
template <class F> static void adolc_gradient(int n, const double *x, double *g, F f) {
  trace_on(1);
  adouble *ax = new adouble[n];
  for (int i = 0; i < n; i++)
    ax[i] <<= x[i];
  double y;
  f(ax) >>= y;
  delete[] ax;
  trace_off();
  gradient(1, n, const_cast<double *>(x), g);
}
