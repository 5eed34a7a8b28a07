// Fields of a state behind a local table of their addresses, read beside a point: which field an address leads to is
// known for each field, but not for the table, and the states change places after each step.
// llad: func f double
// llad: arg x dup double[48] range(0.5,1.5)
// llad: arg n const int 16
// llad: tags heap loop struct
#include <math.h>
#include <stdlib.h>

typedef struct {
  double *mass, *speed, *energy;
} state;

static double limited(double a, double b) {
  if (a * b <= 0)
    return 0;
  return fabs(a) < fabs(b) ? a : b;
}

static void step(const state *from, const state *to, int n) {
  double *old[3] = {from->mass, from->speed, from->energy}, *now[3] = {to->mass, to->speed, to->energy};
  for (int i = 2; i < n - 2; i++) {
    double flux[2][3];
    for (int side = 0; side < 2; side++) {
      int at = i - 1 + side;
      double value[3];
      for (int k = 0; k < 3; k++) {
        const double *p = old[k];
        value[k] = p[at] + 0.5 * limited(p[at] - p[at - 1], p[at + 1] - p[at]);
      }
      for (int k = 0; k < 3; k++)
        flux[side][k] = value[k] * value[1] / value[0];
    }
    for (int k = 0; k < 3; k++)
      now[k][i] = old[k][i] - 0.1 * (flux[1][k] - flux[0][k]);
  }
}

double f(const double *x, int n) {
  double *all = malloc(6 * n * sizeof *all);
  for (int i = 0; i < 3 * n; i++)
    all[i] = all[3 * n + i] = x[i];
  state a = {all, all + n, all + 2 * n}, b = {all + 3 * n, all + 4 * n, all + 5 * n};
  for (int t = 0; t < 4; t++) {
    step(&a, &b, n);
    state c = a;
    a = b;
    b = c;
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a.mass[i] * a.energy[i] + a.speed[i];
  free(all);
  return sum;
}
