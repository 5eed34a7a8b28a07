// Likelihood of a phylogeny: tagged nodes behind tables of functions, rows of rows of likelihoods, logarithms by _Generic.
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SITES = 5, BASES = 4 };
enum tag { LEAF, FORK, CHAIN };

struct node {
  enum tag tag;
  double branch;
  union {
    struct { const char *bases; } leaf;
    struct { struct node *left, *right; } fork;
    struct { struct node *child; double factor; } chain;
  } u;
};

struct model { double rate, share[BASES]; };

static inline double stay(const struct model *m, double t) { return exp(-m->rate * t); }
static inline double moves(const struct model *m, double t, int from, int to) {
  double s = stay(m, t);
  return (from == to ? s : 0) + (1 - s) * m->share[to];
}
static inline double log_double(double v) { return log(v + 1e-12); }
static inline float log_float(float v) { return logf(v + 1e-6f); }
static inline double log_int(int v) { return log((double)v); }
#define ln(v) _Generic((v), double: log_double, float: log_float, int: log_int)(v)

typedef double **table; // by site and base

static table new_table(void) {
  table t = malloc(SITES * sizeof *t);
  for (int i = 0; i < SITES; i++) t[i] = calloc(BASES, sizeof **t);
  return t;
}
static void free_table(table t) {
  for (int i = 0; i < SITES; i++) free(t[i]);
  free(t);
}

static void fill(const struct node *n, const struct model *m, table out);

static void fill_leaf(const struct node *n, const struct model *m, table out) {
  (void)m;
  for (int i = 0; i < SITES; i++)
    for (int b = 0; b < BASES; b++) out[i][b] = n->u.leaf.bases[i] == "ACGT"[b] || n->u.leaf.bases[i] == 'N';
}
static void along(const struct node *child, const struct model *m, table out, double factor) {
  table t = new_table();
  fill(child, m, t);
  for (int i = 0; i < SITES; i++)
    for (int a = 0; a < BASES; a++) {
      double s = 0;
      for (int b = 0; b < BASES; b++) s += moves(m, child->branch * factor, a, b) * t[i][b];
      out[i][a] *= s;
    }
  free_table(t);
}
static void ones(table t) {
  for (int i = 0; i < SITES; i++)
    for (int b = 0; b < BASES; b++) t[i][b] = 1;
}
static void fill_fork(const struct node *n, const struct model *m, table out) {
  ones(out);
  along(n->u.fork.left, m, out, 1);
  along(n->u.fork.right, m, out, 1);
}
static void fill_chain(const struct node *n, const struct model *m, table out) {
  ones(out);
  along(n->u.chain.child, m, out, n->u.chain.factor);
}
static void (*const fills[])(const struct node *, const struct model *, table) = {[LEAF] = fill_leaf, [FORK] = fill_fork, [CHAIN] = fill_chain};
static void fill(const struct node *n, const struct model *m, table out) { fills[n->tag](n, m, out); }

static void exchange(table *rows, table **all, int k) {
  table t = *rows;
  *rows = *all[k];
  *all[k] = t;
}

static double total(table t, const struct model *m) {
  double s = 0;
  for (int i = 0; i < SITES; i++) {
    double p = 0;
    for (int b = 0; b < BASES; b++) p += m->share[b] * t[i][b];
    s += ln(p);
  }
  return s;
}

double f(const double *x, size_t n) {
  struct model m = {.rate = x[0]};
  double sum = 0;
  for (int b = 0; b < BASES; b++) sum += x[1 + b];
  for (int b = 0; b < BASES; b++) m.share[b] = x[1 + b] / sum;
  struct node a = {LEAF, 0.3 * x[5], {.leaf = {"ACGTA"}}}, b = {LEAF, 0.2, {.leaf = {"ACGNA"}}}, c = {LEAF, x[6], {.leaf = {"TCGTC"}}};
  struct node chain = {.tag = CHAIN, .branch = 0.1 * x[7], .u.chain = {&b, x[8]}};
  struct node low = {FORK, 0.5 * x[9], {.fork = {&a, &chain}}};
  struct node top = {.tag = FORK, .u.fork = {.left = &low, .right = &c}};
  table one = new_table(), two = new_table(), *both[] = {&one, &two};
  fill(&top, &m, one);
  double s = total(one, &m);
  m.rate *= x[10];
  low.u.fork.right = &c;
  top.u.fork.right = &chain;
  fill(&top, &m, two);
  table three = new_table();
  exchange(&three, both, 1);
  s += 0.5 * total(three, &m) + 0.1 * total(one, &m) + two[0][0];
  float small = (float)0.5f;
  s += ln(small) + ln(3) * 0.01 * x[n - 1];
  free_table(one);
  free_table(two);
  free_table(three);
  return s;
}
