// Calls the functions of address_spaces.ll and their derivatives, and holds these against differences.
#include <math.h>
#include <stdio.h>
#include <string.h>
typedef struct Node { double v; struct Node *next; } Node;
typedef struct { double v; int tag; } Word;
double list(Node *p), list_grad(Node *p, Node *dp, double seed), list_jvp(Node *p, Node *dp, double *d);
double calls(double *x, long n), calls_grad(double *x, double *dx, long n, double seed), calls_jvp(double *x, double *dx, long n, double *d);
double copies(double *x, long n, long j), copies_grad(double *x, double *dx, long n, long j, double seed), copies_jvp(double *x, double *dx, long n, long j, double *d);
double kept(double *x, long n), kept_grad(double *x, double *dx, long n, double seed), kept_jvp(double *x, double *dx, long n, double *d);
double chosen(double *x, double *y, _Bool c), chosen_grad(double *x, double *dx, double *y, double *dy, _Bool c, double seed), chosen_jvp(double *x, double *dx, double *y, double *dy, _Bool c, double *d);
double words(Word *x, Word *y), words_grad(Word *x, Word *dx, Word *y, Word *dy, double seed), words_jvp(Word *x, Word *dx, Word *y, Word *dy, double *d);

enum { PRIMAL, GRAD, JVP, FUNCTIONS = 6, N = 4 };
static const char *names[] = {"list", "calls", "copies", "kept", "chosen", "words"};
#define MODES(f, primal, grad, jvp) (mode == PRIMAL ? f primal : mode == GRAD ? f##_grad grad : (f##_jvp jvp, tangent))

// run calls function f, its gradient, which is put into d, or its tangent along d, which it gives.
static double run(int f, int mode, const double *in, double *d) {
  double x[N], tangent = 0, r = 0;
  memcpy(x, in, sizeof x);
  if (f == 0) {
    Node p[N], q[N];
    for (int i = 0; i < N; i++) {
      p[i].v = x[i], p[i].next = i + 1 < N ? p + i + 1 : 0;
      q[i].v = mode == JVP ? d[i] : 0, q[i].next = i + 1 < N ? q + i + 1 : 0;
    }
    r = MODES(list, (p), (p, q, 1), (p, q, &tangent));
    for (int i = 0; i < N && mode == GRAD; i++) d[i] = q[i].v;
  } else if (f == 5) {
    Word p = {x[0], 3}, q = {x[1], 4}, dp = {mode == JVP ? d[0] : 0, 0}, dq = {mode == JVP ? d[1] : 0, 0};
    r = MODES(words, (&p, &q), (&p, &dp, &q, &dq, 1), (&p, &dp, &q, &dq, &tangent));
    if (mode == GRAD) d[0] = dp.v, d[1] = dq.v, d[2] = d[3] = 0;
  } else if (f == 1) {
    r = MODES(calls, (x, 3), (x, d, 3, 1), (x, d, 3, &tangent));
  } else if (f == 2) {
    r = MODES(copies, (x, 4, 2), (x, d, 4, 2, 1), (x, d, 4, 2, &tangent));
  } else if (f == 3) {
    r = MODES(kept, (x, 2), (x, d, 2, 1), (x, d, 2, &tangent));
  } else {
    r = MODES(chosen, (x, x + 1, 1), (x, d, x + 1, d + 1, 1, 1), (x, d, x + 1, d + 1, 1, &tangent));
  }
  return r;
}

int main(void) {
  const double in[N] = {0.7, 1.3, -0.4, 0.9};
  int bad = 0;
  for (int f = 0; f < FUNCTIONS; f++) {
    double g[N] = {0};
    run(f, GRAD, in, g);
    for (int i = 0; i < N; i++) {
      double hi[N], lo[N], e[N] = {0};
      memcpy(hi, in, sizeof hi), memcpy(lo, in, sizeof lo);
      hi[i] += 1e-5, lo[i] -= 1e-5, e[i] = 1;
      double want = (run(f, PRIMAL, hi, 0) - run(f, PRIMAL, lo, 0)) / 2e-5, t = run(f, JVP, in, e);
      if (!(fabs(g[i] - want) < 1e-8) || !(fabs(t - want) < 1e-8)) bad = 1, printf("%s[%d]: gradient %g, tangent %g, difference %g\n", names[f], i, g[i], t, want);
    }
  }
  return bad;
}
