// A swarm in a doubly linked list made by macros; moves end when they converge, the best are listed, ties by words.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#define LIST(type) struct { type *first, *last; int len; }
#define LINK(type) struct { type *prev, *next; }
#define APPEND(list, e)                                                                                                \
  do {                                                                                                                 \
    (e)->link.prev = (list)->last;                                                                                     \
    (e)->link.next = NULL;                                                                                             \
    if ((list)->last) (list)->last->link.next = (e); else (list)->first = (e);                                         \
    (list)->last = (e);                                                                                                \
    (list)->len++;                                                                                                     \
  } while (0)
#define REMOVE(list, e)                                                                                                \
  do {                                                                                                                 \
    if ((e)->link.prev) (e)->link.prev->link.next = (e)->link.next; else (list)->first = (e)->link.next;               \
    if ((e)->link.next) (e)->link.next->link.prev = (e)->link.prev; else (list)->last = (e)->link.prev;                \
    (list)->len--;                                                                                                     \
  } while (0)
#define EACH(e, list) for (e = (list)->first; e; e = e->link.next)

struct particle {
  double p[2], v[2], best[2], cost;
  LINK(struct particle) link;
};
typedef LIST(struct particle) swarm;
struct mark { double cost; struct mark *next; };

static uint64_t ordered(double v) {
  union { double d; uint64_t u; } w = {v};
  return w.u >> 63 ? ~w.u : w.u | UINT64_C(1) << 63;
}

static double cost(const double *p, const double *x) {
  double a = p[0] - 0.4 * x[0], b = p[1] - 0.3 * x[1];
  return a * a + 2 * b * b + 0.3 * sin(3 * a) * cos(2 * b);
}

static double descend(double *p, const double *x) {
  double before, now = cost(p, x);
  int k = 0;
  do {
    before = now;
    double h = 1e-3, q[2] = {p[0] + h, p[1]}, r[2] = {p[0], p[1] + h};
    double ga = (cost(q, x) - before) / h, gb = (cost(r, x) - before) / h;
    p[0] -= 0.1 * ga;
    p[1] -= 0.08 * gb;
    now = cost(p, x);
  } while (fabs(before - now) > 1e-3 && ++k < 6);
  return now;
}

static struct mark *note(struct mark *list, double v) {
  struct mark *m = malloc(sizeof *m), **at = &list;
  m->cost = v;
  while (*at && ordered((*at)->cost) < ordered(v)) at = &(*at)->next;
  m->next = *at;
  *at = m;
  return list;
}

double f(const double *x, size_t n) {
  swarm s = {0};
  struct particle *e;
  for (size_t i = 0; i < n; i += 2) {
    e = calloc(1, sizeof *e);
    e->p[0] = 2 * x[i] - 1.5;
    e->p[1] = 1.5 * x[i + 1] - 1;
    e->v[0] = 0.1 * x[(i + 3) % n];
    e->best[0] = e->p[0];
    e->best[1] = e->p[1];
    e->cost = cost(e->p, x);
    APPEND(&s, e);
  }
  struct mark *marks = NULL;
  for (int round = 0; round < 5; round++) {
    struct particle *lead = s.first, *worst = s.first;
    EACH(e, &s) {
      if (e->cost < lead->cost) lead = e;
      if (ordered(e->cost) > ordered(worst->cost)) worst = e;
    }
    EACH(e, &s) {
      for (int k = 0; k < 2; k++) {
        e->v[k] = 0.6 * e->v[k] + 0.3 * (e->best[k] - e->p[k]) + 0.4 * (lead->best[k] - e->p[k]);
        e->p[k] += e->v[k];
      }
      double c = round & 1 ? descend(e->p, x) : cost(e->p, x);
      if (c < e->cost) { e->cost = c; e->best[0] = e->p[0]; e->best[1] = e->p[1]; }
    }
    marks = note(marks, lead->cost + 0.1 * worst->cost);
    if (s.len > 3) {
      REMOVE(&s, worst);
      free(worst);
    } else if (s.first != s.last) {
      e = s.first;
      REMOVE(&s, e);
      APPEND(&s, e);
    }
  }
  double sum = 0, weight = 1;
  for (e = s.last; e; e = e->link.prev, weight *= 0.8) sum += weight * (e->cost + 0.2 * e->p[0] * e->v[1]);
  while (s.first) {
    e = s.first;
    REMOVE(&s, e);
    free(e);
  }
  for (weight = 1; marks; weight *= 0.5) {
    struct mark *next = marks->next;
    sum += weight * marks->cost;
    free(marks);
    marks = next;
  }
  return sum;
}
