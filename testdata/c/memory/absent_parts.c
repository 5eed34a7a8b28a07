// A solver's workspace has a member for what it may be asked to transform as well: it is
// null here, and what is done where it is not steps through a view of it.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const int 6
// llad: tags struct heap call pointer
#include <stdlib.h>

typedef struct {
  int n;
  double *data;
} vec;

typedef struct {
  vec *also;
  vec *turned;
  double *sums;
} work;

__attribute__((noinline)) static work *work_alloc(void) {
  work *w = calloc(1, sizeof *w);
  w->also = NULL;
  return w;
}

__attribute__((noinline)) static vec tail(const vec *v, int from) {
  vec r = {v->n - from, v->data + from};
  return r;
}

__attribute__((noinline)) static void turn(double t, vec *v) {
  for (int i = 0; i < v->n; i++)
    v->data[i] = v->data[i] * t + 0.5;
}

__attribute__((noinline)) static void step(vec *a, work *w) {
  w->turned = a;
  vec v = tail(w->turned, 1);
  double t = v.data[0];
  turn(t, &v);
  if (w->also) {
    v = tail(w->also, 2);
    v.data[0] += t;
    turn(t, &v);
  }
  if (w->sums)
    w->sums[0] += t * t;
}

double f(const double *x, int n) {
  vec a = {n, malloc(n * sizeof(double))};
  for (int i = 0; i < n; i++)
    a.data[i] = x[i] * x[i];
  work *w = work_alloc();
  step(&a, w);
  double r = 0;
  for (int i = 0; i < n; i++)
    r += (i + 1) * a.data[i];
  free(a.data);
  free(w);
  return r;
}
