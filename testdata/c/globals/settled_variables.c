// Memory made through variables of the module that hold what they were initialised
// with: an allocator that may be exchanged, and kinds of a solver behind pointers.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: arg which const int 1
// llad: tags indirect heap loop
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct memory {
  int blocks;
  void *(*get)(size_t);
  void (*end)(void *);
} memory = {0, malloc, free};

struct kind {
  const char *name;
  void *(*make)(size_t n);
  void (*step)(void *state, size_t n, double h, double *y, const double *p);
  void (*end)(void *state);
};

struct midpoint {
  double *k, *before;
};

static void slope(const double *y, double *k, const double *p, size_t n) {
  for (size_t i = 0; i < n; i++)
    k[i] = -p[i] * y[i] * y[(i + 1) % n];
}

static void *mid_make(size_t n) {
  struct midpoint *s = memory.get(sizeof *s);
  if (!s)
    return 0;
  s->k = memory.get(n * sizeof(double));
  s->before = memory.get(n * sizeof(double));
  return s;
}

static void mid_step(void *state, size_t n, double h, double *y, const double *p) {
  struct midpoint *s = state;
  memcpy(s->before, y, n * sizeof(double));
  slope(y, s->k, p, n);
  for (size_t i = 0; i < n; i++)
    y[i] = s->before[i] + 0.5 * h * s->k[i];
  slope(y, s->k, p, n);
  for (size_t i = 0; i < n; i++)
    y[i] = s->before[i] + h * s->k[i];
}

static void mid_end(void *state) {
  struct midpoint *s = state;
  memory.end(s->k);
  memory.end(s->before);
  memory.end(s);
}

static void *euler_make(size_t n) { return memory.get(n * sizeof(double)); }

static void euler_step(void *state, size_t n, double h, double *y, const double *p) {
  double *k = state;
  slope(y, k, p, n);
  for (size_t i = 0; i < n; i++)
    y[i] += h * k[i];
}

static void euler_end(void *state) { memory.end(state); }

static const struct kind mid_kind = {"midpoint", mid_make, mid_step, mid_end};
static const struct kind euler_kind = {"euler", euler_make, euler_step, euler_end};
const struct kind *midpoint = &mid_kind, *euler = &euler_kind;

struct solver {
  const struct kind *kind;
  void *state;
};

struct solver *solver_make(const struct kind *k, size_t n) {
  struct solver *s = memory.get(sizeof *s);
  if (!s)
    return 0;
  s->kind = k;
  s->state = s->kind->make(n);
  return s;
}

void solver_step(struct solver *s, size_t n, double h, double *y, const double *p) { s->kind->step(s->state, n, h, y, p); }

void solver_end(struct solver *s) {
  if (!s)
    return;
  s->kind->end(s->state);
  memory.end(s);
}

double f(const double *x, int which) {
  struct solver *s = solver_make(which ? midpoint : euler, 4);
  double y[4] = {1, 0.9, 1.2, 0.8}, r = 0;
  for (int i = 0; i < 5; i++)
    solver_step(s, 4, 0.125, y, x);
  solver_end(s);
  for (int i = 0; i < 4; i++)
    r += y[i] * y[i];
  return r;
}
