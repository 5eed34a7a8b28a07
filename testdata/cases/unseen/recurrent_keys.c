// A recurrent net whose weights are found by strings and kept as arrays, operations tagged, sums in long double.
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { UNITS = 4, STEPS = 5 };
struct unit { double state, bias, leak; };
struct units { double state[UNITS], bias[UNITS], leak[UNITS]; };

enum op { MATRIX, ACTIVATE, PERMUTE, RECORD };
struct command {
  enum op op;
  union {
    const char *weights;
    double (*g)(double);
    const int *order;
    int slot;
  } u;
};

struct entry { char key[12]; double value[UNITS * UNITS]; };
struct store { struct entry *list; size_t len; };

static struct entry *entry(struct store *s, const char *key) {
  for (size_t k = 0; k < s->len; k++)
    if (strcmp(s->list[k].key, key) == 0) return &s->list[k];
  s->list = realloc(s->list, (s->len + 1) * sizeof *s->list);
  struct entry *e = &s->list[s->len++];
  memset(e, 0, sizeof *e);
  strncpy(e->key, key, sizeof e->key - 1);
  return e;
}

static void split(const struct unit *u, struct units *out) {
  for (int i = 0; i < UNITS; i++) {
    out->state[i] = u[i].state;
    out->bias[i] = u[i].bias;
    out->leak[i] = u[i].leak;
  }
}

static void multiply(const struct entry *e, struct units *u) {
  double next[UNITS];
  for (int i = 0; i < UNITS; i++) {
    long double s = u->bias[i];
    for (int j = 0; j < UNITS; j++) s += (long double)e->value[i * UNITS + j] * u->state[j];
    next[i] = (double)s;
  }
  for (int i = 0; i < UNITS; i++) u->state[i] = u->leak[i] * u->state[i] + (1 - u->leak[i]) * next[i];
}

static void permute(double *v, const int *order) {
  for (int i = 0; i < UNITS; i++) {
    int j = order[i];
    while (j < i) j = order[j];
    double t = v[i];
    v[i] = v[j];
    v[j] = t;
  }
}

static double soft(double v) { return log1p(exp(v)); }
static double bend(double v) { return v / (1 + fabs(v)); }

static long double run(struct store *s, struct units *u, const struct command *list, int count, long double *record) {
  long double norm = 0;
  for (int k = 0; k < count; k++) {
    const struct command *c = &list[k];
    switch (c->op) {
    case MATRIX: multiply(entry(s, c->u.weights), u); break;
    case ACTIVATE:
      for (int i = 0; i < UNITS; i++) u->state[i] = c->u.g(u->state[i]);
      break;
    case PERMUTE: permute(u->state, c->u.order); break;
    case RECORD: record[c->u.slot] += u->state[c->u.slot]; break;
    }
    for (int i = 0; i < UNITS; i++) norm += u->state[i] * (long double)u->state[i];
  }
  return sqrtl(norm);
}

double f(const double *x, size_t n) {
  static const int turn[UNITS] = {2, 0, 3, 1}, swap[UNITS] = {1, 0, 3, 2};
  static const struct command list[] = {
      {MATRIX, {.weights = "recur"}}, {ACTIVATE, {.g = tanh}},           {RECORD, {.slot = 1}},
      {PERMUTE, {.order = turn}},     {MATRIX, {.weights = "out"}},      {ACTIVATE, {.g = soft}},
      {PERMUTE, {.order = swap}},     {MATRIX, {.weights = "missing"}},  {ACTIVATE, {.g = bend}},
      {RECORD, {.slot = 3}},
  };
  struct store s = {0};
  for (int k = 0; k < 2; k++) {
    struct entry *e = entry(&s, k ? "out" : "recur");
    for (int i = 0; i < UNITS * UNITS; i++) e->value[i] = 0.4 * x[(i * 5 + k * 3) % n] - (i % 3 ? 0.1 : 0.3);
  }
  struct unit units[UNITS];
  for (int i = 0; i < UNITS; i++) units[i] = (struct unit){0.2 * x[i], 0.1 * x[i + 4], 0.3 * x[i + 8]};
  struct units u;
  split(units, &u);
  long double record[UNITS] = {0}, total = 0;
  for (int t = 0; t < STEPS; t++) total += run(&s, &u, list, (int)(sizeof list / sizeof *list), record) / (t + 1);
  double out = (double)total;
  for (int i = 0; i < UNITS; i++) out += u.state[i] * (i + 1) + 0.5 * (double)record[i];
  free(s.list);
  return out;
}
