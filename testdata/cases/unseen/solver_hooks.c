// A Newton solver with callbacks and contexts, dense matrices from macros, options in bit-fields read with strtod.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#define MATRIX(T, name)                                                                        \
  typedef struct { size_t rows, cols; T *at; } name;                                           \
  static name name##_new(size_t r, size_t c) { return (name){r, c, calloc(r * c, sizeof(T))}; } \
  static T *name##_ref(name m, size_t i, size_t j) { return m.at + i * m.cols + j; }           \
  static void name##_free(name *m) { free(m->at); m->at = NULL; m->rows = m->cols = 0; }
MATRIX(double, mat)
struct options { unsigned damped : 1, trace : 1, steps : 6, pivot : 1; double damping; };
typedef void residual(void *ctx, const double *u, double *r);
typedef void jacobian(void *ctx, const double *u, mat j);
typedef void monitor(void *ctx, int step, const double *u, size_t n);
struct problem { residual *r; jacobian *j; monitor *m; void *ctx; size_t n; };
static struct options parse(const char *s) {
  struct options o = {.steps = 4};
  while (*s) {
    char *end;
    if (!strncmp(s, "damp=", 5)) { o.damped = 1; o.damping = strtod(s + 5, &end); s = end; }
    else if (!strncmp(s, "steps=", 6)) { o.steps = (unsigned)strtod(s + 6, &end); s = end; }
    else if (!strncmp(s, "pivot", 5)) { o.pivot = 1; s += 5; }
    else s++;
  }
  return o;
}
static int solve(mat a, double *b, const struct options *o) {
  size_t n = a.rows;
  for (size_t k = 0; k < n; k++) {
    size_t p = k;
    if (o->pivot)
      for (size_t i = k + 1; i < n; i++)
        if (fabs(*mat_ref(a, i, k)) > fabs(*mat_ref(a, p, k))) p = i;
    if (*mat_ref(a, p, k) == 0) return -1;
    if (p != k) {
      for (size_t j = 0; j < n; j++) { double t = *mat_ref(a, k, j); *mat_ref(a, k, j) = *mat_ref(a, p, j); *mat_ref(a, p, j) = t; }
      double t = b[k]; b[k] = b[p]; b[p] = t;
    }
    for (size_t i = k + 1; i < n; i++) {
      double l = *mat_ref(a, i, k) / *mat_ref(a, k, k);
      for (size_t j = k; j < n; j++) *mat_ref(a, i, j) -= l * *mat_ref(a, k, j);
      b[i] -= l * b[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; j++) b[k] -= *mat_ref(a, k, j) * b[j];
    b[k] /= *mat_ref(a, k, k);
  }
  return 0;
}
static int newton(const struct problem *p, struct options o, double *u) {
  mat j = mat_new(p->n, p->n);
  double *r = malloc(p->n * sizeof *r);
  int failed = 0;
  for (unsigned s = 0; s < o.steps && !failed; s++) {
    p->r(p->ctx, u, r);
    p->j(p->ctx, u, j);
    failed = solve(j, r, &o);
    for (size_t i = 0; i < p->n; i++) u[i] -= (o.damped ? o.damping : 1) * r[i];
    if (p->m) p->m(p->ctx, (int)s, u, p->n);
  }
  free(r);
  mat_free(&j);
  return failed;
}
struct net { const double *x; size_t n; double seen; int calls : 8; };
static void net_r(void *ctx, const double *u, double *r) {
  struct net *m = ctx;
  for (int i = 0; i < 4; i++) r[i] = u[i] * (2 + m->x[i]) + 0.3 * u[i] * u[i] * u[i] - m->x[i + 4] * u[(i + 1) % 4] - m->x[i + 8];
  m->calls++;
}
static void net_j(void *ctx, const double *u, mat j) {
  struct net *m = ctx;
  memset(j.at, 0, j.rows * j.cols * sizeof *j.at);
  for (size_t i = 0; i < 4; i++) { *mat_ref(j, i, i) = 2 + m->x[i] + 0.9 * u[i] * u[i]; *mat_ref(j, i, (i + 1) % 4) -= m->x[i + 4]; }
}
static void net_m(void *ctx, int step, const double *u, size_t n) {
  struct net *m = ctx;
  for (size_t i = 0; i < n; i++) m->seen += u[i] * u[i] / (step + 1 + m->calls);
}
double f(const double *x, size_t n) {
  static const char *const texts[] = {"damp=0.75 steps=5", "pivot steps=3", ""};
  double s = 0;
  for (int k = 0; k < 3; k++) {
    struct net net = {x, n, 0, 0};
    struct problem p = {net_r, net_j, k == 1 ? NULL : net_m, &net, 4};
    double u[4] = {1, 1, x[k], 1};
    if (newton(&p, parse(texts[k]), u)) return x[0];
    for (int i = 0; i < 4; i++) s += u[i] * (i + 1);
    s += 0.1 * net.seen;
  }
  return s;
}
