// Taxes by brackets that grow by realloc, behind triple pointers; rules by designated initializers, a cache between calls.
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct bracket { double from, rate; };
struct bracket_list { struct bracket *at; size_t len, cap; };

enum status { SINGLE, MARRIED, RETIRED, STATUSES };
static const struct rule {
  double allowance, split;
  int uses_credit;
} rules[STATUSES] = {
    [MARRIED] = {.allowance = 0.4, .split = 2, .uses_credit = 1},
    [SINGLE] = {.allowance = 0.2, .split = 1},
    [RETIRED] = {.split = 1, .allowance = 0.5, .uses_credit = 1},
};

static volatile int lookups;
static struct { int year; double index; } cache[4];

static double price_index(int year) {
  int slot = year % 4;
  lookups++;
  if (cache[slot].year != year) {
    double v = 1;
    for (int y = 2000; y < year; y++) v *= 1.02 - 0.001 * (y % 3);
    cache[slot].year = year;
    cache[slot].index = v;
  }
  return cache[slot].index;
}

static void add(struct bracket_list *l, double from, double rate) {
  if (l->len == l->cap) {
    l->cap = l->cap ? l->cap * 2 : 2;
    l->at = realloc(l->at, l->cap * sizeof *l->at);
  }
  size_t k = l->len++;
  while (k && l->at[k - 1].from > from) {
    l->at[k] = l->at[k - 1];
    k--;
  }
  l->at[k] = (struct bracket){.rate = rate, .from = from};
}

static double smooth(double v) { return v > 0 ? v + 0.02 * exp(-v) : 0.02 * exp(v); }

static double tax(const struct bracket_list *l, double income) {
  double s = 0, before = 0;
  for (size_t k = 0; k < l->len; k++) {
    s += (l->at[k].rate - before) * smooth(income - l->at[k].from);
    before = l->at[k].rate;
  }
  return s;
}

struct person { enum status status; double income, *credit; struct person *partner; };

static double due(const struct bracket_list *l, const struct person *p, int year) {
  const struct rule *r = &rules[p->status];
  double income = p->income / price_index(year);
  if (p->partner) income += p->partner->income / price_index(year);
  double t = r->split * tax(l, income / r->split - r->allowance);
  if (r->uses_credit && p->credit) {
    double used = fmin(*p->credit, 0.5 * t);
    *p->credit -= used;
    t -= used;
  }
  return t;
}

static void enrol(struct person ***list, size_t *count, struct person p) {
  *list = realloc(*list, (*count + 1) * sizeof **list);
  (*list)[*count] = malloc(sizeof p);
  memcpy((*list)[*count], &p, sizeof p);
  ++*count;
}

double f(const double *x, size_t n) {
  struct bracket_list l = {0};
  add(&l, 0.9, 0.3 + 0.1 * x[0]);
  add(&l, 0.1, 0.1 * x[1]);
  add(&l, 1.4 + 0.1 * x[2], 0.6);
  add(&l, 0.5, 0.25);
  add(&l, 2.2, 0.5 + 0.3 * x[3]);
  struct person **list = NULL;
  size_t count = 0;
  double credits[2] = {0.2 * x[4], 0.1};
  enrol(&list, &count, (struct person){SINGLE, x[5] * 2, NULL, NULL});
  enrol(&list, &count, (struct person){.income = x[6], .status = MARRIED, .credit = &credits[0]});
  enrol(&list, &count, (struct person){.income = 0.5 * x[7], .status = MARRIED, .credit = &credits[1], .partner = list[1]});
  enrol(&list, &count, (struct person){.status = RETIRED, .income = x[8] + 1, .credit = credits});
  list[1]->partner = list[2];
  double s = 0;
  for (int year = 2001; year < 2008; year += 2)
    for (size_t i = 0; i < count; i++) {
      double t = due(&l, list[i], year);
      s += t / (1 + i);
      list[i]->income += 0.1 * (list[i]->income - t) * x[9];
    }
  credits[1] += x[10] * s;
  for (size_t i = 0; i < count; i++) {
    s += 0.1 * list[i]->income + (list[i]->credit ? *list[i]->credit : 0) * x[11];
    free(list[i]);
  }
  free(list);
  free(l.at);
  return s + (lookups > 0 ? 0.1 : 0) * l.len;
}
