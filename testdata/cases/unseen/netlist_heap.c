// A netlist of tagged parts taken in the order of a heap, iterated to convergence by a machine of gotos; limits by words.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum kind { RESISTOR, CURRENT, DIODE, COUPLED };
struct part {
  enum kind kind;
  int a, b;
  double order;
  union {
    struct { double ohms; } r;
    struct { double amps; int reversed; } i;
    struct { double saturation, slope; } d;
    struct { double gain; int c; } g;
  } u;
};
enum { NODES = 4, PARTS = 12 };
struct heap { struct part *at[PARTS]; int len; };

static void push(struct heap *h, struct part *p) {
  int k = h->len++;
  h->at[k] = p;
  while (k > 0 && h->at[(k - 1) / 2]->order > h->at[k]->order) {
    struct part *t = h->at[k];
    h->at[k] = h->at[(k - 1) / 2];
    h->at[k = (k - 1) / 2] = t;
  }
}
static struct part *pop(struct heap *h) {
  struct part *top = h->at[0];
  h->at[0] = h->at[--h->len];
  for (int k = 0;;) {
    int c = 2 * k + 1;
    if (c >= h->len) break;
    if (c + 1 < h->len && h->at[c + 1]->order < h->at[c]->order) c++;
    if (h->at[k]->order <= h->at[c]->order) break;
    struct part *t = h->at[k];
    h->at[k] = h->at[c];
    h->at[c] = t;
    k = c;
  }
  return top;
}

static double limited(double v) {
  union { double d; uint64_t w; } u = {v};
  unsigned exponent = u.w >> 52 & 0x7ff;
  return exponent > 1023 + 1 ? copysign(4 + log(fabs(v) / 4), v) : v;
}

static double stamp(const struct part *p, const double *v, double g[NODES][NODES], double *i) {
  double u = v[p->a] - v[p->b], conductance = 0, current = 0;
  switch (p->kind) {
  case RESISTOR: conductance = 1 / p->u.r.ohms; break;
  case CURRENT: current = p->u.i.reversed ? -p->u.i.amps : p->u.i.amps; break;
  case DIODE:
    conductance = p->u.d.saturation * p->u.d.slope * exp(limited(u * p->u.d.slope));
    current = p->u.d.saturation * (exp(limited(u * p->u.d.slope)) - 1) - conductance * u;
    break;
  case COUPLED:
    g[p->a][p->u.g.c] += p->u.g.gain;
    g[p->b][p->u.g.c] -= p->u.g.gain;
    return p->u.g.gain;
  }
  g[p->a][p->a] += conductance;
  g[p->b][p->b] += conductance;
  g[p->a][p->b] -= conductance;
  g[p->b][p->a] -= conductance;
  i[p->a] -= current;
  i[p->b] += current;
  return conductance * u * u;
}

double f(const double *x, size_t n) {
  struct part parts[PARTS];
  struct heap h = {.len = 0};
  for (int k = 0; k < PARTS; k++) {
    struct part *p = &parts[k];
    memset(p, 0, sizeof *p);
    p->kind = k % 4;
    p->a = k % NODES;
    p->b = (k * 3 + 1) % NODES;
    p->order = x[k] + 0.01 * k;
    if (p->kind == RESISTOR) p->u.r.ohms = 0.5 + x[k];
    else if (p->kind == CURRENT) { p->u.i.amps = 0.3 * x[k]; p->u.i.reversed = k == 5; }
    else if (p->kind == DIODE) { p->u.d.saturation = 0.1 * x[k]; p->u.d.slope = 1.5 + 0.1 * x[(k + 1) % n]; }
    else { p->u.g.gain = 0.05 * x[k]; p->u.g.c = k / 4; }
    push(&h, p);
  }
  struct part *order[PARTS];
  for (int k = 0; k < PARTS; k++) order[k] = pop(&h);
  double v[NODES] = {0}, g[NODES][NODES], i[NODES], change, power = 0;
  int round = 0;
  do {
    power = 0;
    memset(g, 0, sizeof g);
    memset(i, 0, sizeof i);
    for (int k = 0; k < PARTS; k++) power += (1 + 0.01 * k) * stamp(order[k], v, g, i);
    for (int k = 0; k < NODES; k++) g[k][k] += 0.5;
    int k = 0, r = 0;
  eliminate:
    if (k == NODES) goto back;
    r = k + 1;
  row:
    if (r == NODES) { k++; goto eliminate; }
    {
      double m = g[r][k] / g[k][k];
      for (int c = k; c < NODES; c++) g[r][c] -= m * g[k][c];
      i[r] -= m * i[k];
    }
    r++;
    goto row;
  back:
    change = 0;
    for (k = NODES - 1; k >= 0; k--) {
      for (int c = k + 1; c < NODES; c++) i[k] -= g[k][c] * i[c];
      i[k] /= g[k][k];
    }
    for (k = 0; k < NODES; k++) {
      change += fabs(i[k] - v[k]);
      v[k] = i[k];
    }
  } while (change > 1e-9 && ++round < 30);
  double s = power;
  for (int k = 0; k < NODES; k++) s += (k + 1) * v[k] * x[k];
  return s;
}
