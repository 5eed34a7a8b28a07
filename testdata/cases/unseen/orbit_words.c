// Orbits whose Kepler equation starts from words of a double, a history that grows, coefficients kept in a static cache.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

union view { double value; uint64_t word; };

struct elements { double a, e, m, node; };
struct state { double r[2], v[2]; };
struct history { struct state *at; size_t len, cap; };

static double scaled(double v, int by) {
  int e;
  double part = frexp(v, &e);
  return ldexp(part, e + by);
}

static int negative(double v) {
  union view u = {.value = v};
  return (int)(u.word >> 63);
}

static double magnitude(double v) {
  union view u;
  u.value = v;
  u.word &= UINT64_C(0x7fffffffffffffff);
  return u.value;
}

static const double *stumpff(unsigned order) {
  static struct { double c[8]; unsigned known; } cache;
  if (!(cache.known & (1u << order))) {
    double c = 1;
    for (unsigned k = 1; k <= order; k++) c /= k;
    cache.c[order] = c;
    cache.known |= 1u << order;
  }
  return &cache.c[order];
}

static double kepler(double m, double e) {
  double guess = m + scaled(e, -1) * (negative(sin(m)) ? -1 : 1);
  for (int k = 0; k < 12; k++) {
    double f = fma(-e, sin(guess), guess) - m, d = fma(-e, cos(guess), 1);
    double step = f / d;
    guess -= step;
    if (magnitude(step) < 1e-13) break;
  }
  return guess;
}

static struct state place(const struct elements *o) {
  double anomaly = kepler(o->m, o->e), b = o->a * sqrt(1 - o->e * o->e);
  double p = o->a * (cos(anomaly) - o->e), q = b * sin(anomaly);
  double rate = 1 / (o->a * sqrt(o->a) * (1 - o->e * cos(anomaly)));
  double dp = -o->a * sin(anomaly) * rate, dq = b * cos(anomaly) * rate;
  double c = cos(o->node), s = sin(o->node);
  return (struct state){{c * p - s * q, s * p + c * q}, {c * dp - s * dq, s * dp + c * dq}};
}

static void keep(struct history *h, struct state s) {
  if (h->len == h->cap) {
    h->cap = h->cap ? h->cap * 2 : 2;
    struct state *more = realloc(h->at, h->cap * sizeof *more);
    if (!more) abort();
    h->at = more;
  }
  h->at[h->len++] = s;
}

static double series(double z, unsigned mask) {
  double s = 0, power = 1;
  for (unsigned k = 0; mask; k++, mask >>= 1, power *= z)
    if (mask & 1) s += power * *stumpff(k & 7);
  return s;
}

double f(const double *x, size_t n) {
  struct history h = {0};
  for (size_t i = 0; i + 4 <= n; i += 4) {
    struct elements o = {1 + x[i], 0.3 * x[i + 1], x[i + 2], 0.5 * x[i + 3]};
    for (int k = 0; k < 3; k++) {
      keep(&h, place(&o));
      o.m += 0.4 + 0.1 * x[i];
      if (k == 1) o.e = scaled(o.e, -1);
    }
  }
  double s = 0;
  for (size_t i = 0; i < h.len; i++) {
    struct state *p = &h.at[i], *q = &h.at[(i + 1) % h.len];
    double energy = 0.5 * (p->v[0] * p->v[0] + p->v[1] * p->v[1]) - 1 / hypot(p->r[0], p->r[1]);
    double momentum = p->r[0] * q->v[1] - p->r[1] * q->v[0];
    s += energy + 0.3 * magnitude(momentum) + 0.1 * series(p->r[0] * 0.5, 0x2d);
  }
  free(h.at);
  return s;
}
