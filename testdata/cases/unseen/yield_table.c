// Yields out of a text table in a list of two directions, curves in two-dimensional arrays, discounts in floats.
// opt: tol=3e-2
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct quote { double years, rate; char unit; struct quote *prev, *next; };
struct curve { struct quote *first, *last; int len; };

static void insert(struct curve *c, double years, double rate, char unit) {
  struct quote *q = malloc(sizeof *q), *at = c->last;
  while (at && at->years > years) at = at->prev;
  *q = (struct quote){years, rate, unit, at, at ? at->next : c->first};
  if (q->next) q->next->prev = q; else c->last = q;
  if (at) at->next = q; else c->first = q;
  c->len++;
}

static void read(struct curve *c, const char *text, const double *x, size_t n) {
  enum { TERM, UNIT, RATE, SKIP } state = TERM;
  double term = 0, rate = 0;
  char unit = 0;
  size_t k = 0;
  while (*text) {
    char *end;
    switch (state) {
    case TERM:
      term = strtod(text, &end);
      if (end == text) { state = SKIP; continue; }
      text = end;
      state = UNIT;
      break;
    case UNIT:
      unit = *text++;
      if (unit == 'm') term /= 12;
      else if (unit == 'w') term /= 52;
      state = RATE;
      break;
    case RATE:
      rate = strtod(text, &end);
      text = end;
      insert(c, term, rate / 100 * x[k++ % n], unit);
      state = SKIP;
      break;
    case SKIP:
      while (*text == ' ' || *text == ',' || *text == ';') text++;
      state = TERM;
      break;
    }
  }
}

static double zero(const struct curve *c, double t) {
  const struct quote *q = c->first;
  while (q->next && q->next->years < t) q = q->next;
  const struct quote *r = q->next ? q->next : q;
  if (r == q || t <= q->years) return q->rate;
  return q->rate + (r->rate - q->rate) * (t - q->years) / (r->years - q->years);
}

static void discounts(const struct curve *c, int rows, int cols, float d[rows][cols], float shift) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) {
      float t = 0.25f * (j + 1) + 0.1f * i;
      d[i][j] = expf(-(float)zero(c, t) * t * (1 + shift * i));
    }
}

static float par(int cols, const float row[cols]) {
  float annuity = 0;
  for (int j = 0; j < cols; j++) annuity += 0.25f * row[j];
  return (1 - row[cols - 1]) / annuity;
}

double f(const double *x, size_t n) {
  struct curve c = {0};
  read(&c, "3m 2.5, 1y 3; 6m 2.75 2w 2.25,2y 3.5 18m 3.25; 5y 4", x, n);
  float d[3][8], rates[3];
  discounts(&c, 3, 8, d, 0.1f * (float)x[7]);
  for (int i = 0; i < 3; i++) rates[i] = par(8 - i, d[i]);
  double s = 0;
  for (int i = 0; i < 3; i++) s += 10 * rates[i] * x[8 + i] + 0.1 * d[i][7 - i];
  for (struct quote *q = c.last; q; q = q->prev) s += q->rate * q->years * (q->unit == 'y' ? 1 : 2) * x[11];
  struct quote *q = c.first->next;
  q->prev->next = q->next;
  q->next->prev = q->prev;
  s += 5 * zero(&c, 0.4) + q->rate;
  free(q);
  while ((q = c.first)) {
    c.first = q->next;
    free(q);
  }
  return s;
}
