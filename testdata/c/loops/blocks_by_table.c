// Blocks of results go to one array, and a table of constants is indexed by what other memory holds: whether it
// lies apart from the results is not known before the loop, but active data goes to memory with a shadow alone.
// llad: func f double
// llad: arg kind const int[8] {2,0,1,1,3,0,2,3}
// llad: arg table const double[4] {0.7,-1.3,0.4,1.9}
// llad: arg x dup double[24] {0.3,0.8,-0.4,1.1,0.25,0.5,-0.7,0.2,1.3,-0.6,0.9,0.15,-1.2,0.35,0.6,-0.1,0.45,0.75,-0.85,1.05,0.2,-0.3,0.65,0.95}
// llad: arg y dup double[24] {0.1}
// llad: arg n const int 24
#include <math.h>

enum { BLOCK = 8 };

static void block(const int *kind, const double *table, const double *x, double *y) {
  double turn[BLOCK], sum[BLOCK];
  for (int p = 0; p < BLOCK; p++) {
    turn[p] = sin(x[p]) * table[kind[p]];
    sum[p] = 0;
  }
  for (int k = 0; k < BLOCK; k++)
    for (int p = 0; p < BLOCK; p++) {
      double d = turn[p] - table[kind[k]];
      sum[p] += sqrt(d * d + 0.1) * (d < 0 ? 2 : 1);
    }
  for (int p = 0; p < BLOCK; p++)
    y[p] = exp(0.1 * sum[p]);
}

double f(const int *kind, const double *table, const double *x, double *y, int n) {
  double squares = 0;
  for (int p = 0; p < n; p++)
    squares += x[p] * x[p];
  for (int p = 0; p < n; p += BLOCK)
    block(kind, table, x + p, y + p);
  return squares;
}
