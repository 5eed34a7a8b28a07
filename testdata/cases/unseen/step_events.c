// An integrator that looks for events; schemes by designated initialisers, states from a free list and copied in arrays.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIM = 3, POOL = 8 };
struct state { double t, y[DIM]; struct state *next; int id; };
struct scheme { const char *name; int stages; double a[4][4], b[4]; };
static const struct scheme schemes[] = {
    [2] = {.name = "kutta", .stages = 4, .a = {[1] = {0.5}, [2] = {0, 0.5}, [3] = {0, 0, 1}}, .b = {1. / 6, 1. / 3, 1. / 3, 1. / 6}},
    [0] = {.name = "euler", .stages = 1, .b = {1}},
    [1] = {.name = "heun", .stages = 2, .a = {[1] = {[0] = 1}}, .b = {0.5, 0.5}},
};

static struct state room[POOL], *unused;

static void fill(void) {
  unused = NULL;
  for (int k = POOL - 1; k >= 0; k--) {
    room[k] = (struct state){.next = unused, .id = k};
    unused = &room[k];
  }
}
static struct state *get(const struct state *like) {
  struct state *s = unused;
  unused = s->next;
  int id = s->id;
  *s = *like;
  s->id = id;
  s->next = NULL;
  return s;
}
static void put(struct state *s) {
  s->next = unused;
  unused = s;
}

static void slope(const double *restrict y, double *restrict d, const double *restrict p) {
  d[0] = p[0] * (y[1] - y[0]);
  d[1] = y[0] * (p[1] - y[2]) - y[1];
  d[2] = y[0] * y[1] - p[2] * y[2];
}

static void axpy(double *restrict out, const double *restrict a, double h, const double *restrict b) {
  for (int i = 0; i < DIM; i++) out[i] = a[i] + h * b[i];
}

static void step(const struct scheme *m, struct state *s, double h, const double *p) {
  double k[4][DIM];
  for (int i = 0; i < m->stages; i++) {
    double y[DIM];
    memcpy(y, s->y, sizeof y);
    for (int j = 0; j < i; j++) axpy(y, y, h * m->a[i][j], k[j]);
    slope(y, k[i], p);
  }
  for (int i = 0; i < m->stages; i++)
    for (int d = 0; d < DIM; d++) s->y[d] += h * m->b[i] * k[i][d];
  s->t += h;
}

static double crossing(const struct scheme *m, const struct state *before, double h, double level, const double *p) {
  double low = 0, high = h;
  for (int k = 0; k < 3; k++) {
    struct state *trial = get(before);
    double middle = 0.5 * (low + high);
    step(m, trial, middle, p);
    if ((trial->y[0] > level) == (before->y[0] > level)) low = middle; else high = middle;
    put(trial);
  }
  struct state *a = get(before), *b = get(before);
  step(m, a, low, p);
  step(m, b, high, p);
  double w = (level - a->y[0]) / (b->y[0] - a->y[0]);
  double t = a->t + w * (b->t - a->t);
  put(b);
  put(a);
  return t;
}

double f(const double *x, size_t n) {
  fill();
  double total = 0;
  char report[64];
  for (int k = 0; k < 3; k++) {
    const struct scheme *m = &schemes[k];
    double p[3] = {1 + x[k], 1.5 * x[k + 3], 0.5 + 0.2 * x[k + 6]};
    struct state start = {.t = 0, .y = {x[9], x[10] * 0.5, x[11]}}, trail[8], *s = get(&start);
    int events = 0;
    for (int i = 0; i < 8; i++) {
      trail[i] = *s;
      step(m, s, 0.1, p);
      if ((trail[i].y[0] > 0.8) != (s->y[0] > 0.8)) {
        total += crossing(m, &trail[i], 0.1, 0.8, p);
        events++;
      }
    }
    struct state last = trail[7], copies[2] = {trail[2], last};
    int len = snprintf(report, sizeof report, "%s: %d events, %d stages", m->name, events, m->stages);
    total += copies[0].y[1] * copies[1].y[2] + s->y[0] * s->y[0] + 0.01 * len * s->y[2] + 0.0 * n;
    put(s);
  }
  return total;
}
