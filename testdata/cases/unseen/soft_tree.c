// A soft decision tree out of a constant table, features by enum, rows of pointers, sums in long double.
#include <math.h>
#include <stdlib.h>

enum feature { AREA, AGE, NOISE, FLOOR, FEATURES };
enum side { LEFT, RIGHT, SIDES };

static const struct node {
  enum feature on;
  double threshold, steepness;
  int child[SIDES]; // below zero: a leaf
  const char *name;
} nodes[] = {
    [0] = {AREA, 0.9, 3, {[LEFT] = 1, [RIGHT] = 2}, "large"},
    [1] = {AGE, 0.5, 2, {-1, 3}, "old"},
    [2] = {NOISE, 1.1, 5, {4, -4}, "loud"},
    [3] = {FLOOR, 0.7, 1, {-2, -3}, "high"},
    [4] = {AREA, 1.3, 4, {-5, -6}, "huge"},
};

static const double scale[FEATURES] = {[AREA] = 1, [AGE] = 0.5, [NOISE] = 2, [FLOOR] = 0.25};

struct forest {
  double leaves[2][6];
  double shift[FEATURES];
  long double seen[sizeof nodes / sizeof *nodes];
};

static double gate(double v, double k) { return 1 / (1 + exp(-k * v)); }

static long double descend(struct forest *t, int tree, int at, const double *row, long double weight) {
  if (at < 0) return weight * t->leaves[tree][-at - 1];
  const struct node *n = &nodes[at];
  t->seen[at] += weight;
  long double right = gate(scale[n->on] * (row[n->on] - n->threshold) + t->shift[n->on], n->steepness);
  long double s = 0;
  for (enum side k = LEFT; k < SIDES; k++) s += descend(t, tree, n->child[k], row, weight * (k == RIGHT ? right : 1 - right));
  return s;
}

static void standardise(int rows, double table[rows][FEATURES]) {
  for (enum feature c = AREA; c < FEATURES; c++) {
    double mean = 0, square = 0;
    for (int i = 0; i < rows; i++) {
      mean += table[i][c] / rows;
      square += table[i][c] * table[i][c] / rows;
    }
    double deviation = sqrt(square - mean * mean + 0.1);
    for (int i = 0; i < rows; i++) table[i][c] = 1 + (table[i][c] - mean) / deviation;
  }
}

static double **rows_of(int rows, double table[rows][FEATURES]) {
  double **r = malloc(rows * sizeof *r);
  for (int i = 0; i < rows; i++) r[i] = table[(i * 3 + 1) % rows];
  return r;
}

double f(const double *x, size_t n) {
  double table[7][FEATURES];
  for (int i = 0; i < 7; i++)
    for (enum feature c = AREA; c < FEATURES; c++) table[i][c] = x[(4 * i + c) % n] * (1 + 0.1 * i) + 0.05 * c;
  standardise(7, table);
  struct forest t = {.shift = {[NOISE] = 0.1 * x[10], [AGE] = -0.2 * x[11]}};
  for (int k = 0; k < 6; k++) {
    t.leaves[0][k] = x[k] * (k % 2 ? 1 : -1);
    t.leaves[1][5 - k] = x[k] * x[k + 6];
  }
  double **rows = rows_of(7, table), s = 0;
  for (int i = 0; i < 7; i++) {
    double *swap = rows[i];
    if (i % 3 == 0 && i) {
      rows[i] = rows[0];
      rows[0] = swap;
    }
    for (int tree = 0; tree < 2; tree++) {
      long double p = descend(&t, tree, 0, rows[i], 1.0L);
      s += (double)(p * p) / (i + 1 + tree);
    }
  }
  free(rows);
  for (size_t k = 0; k < sizeof nodes / sizeof *nodes; k++) s += (double)logl(1 + t.seen[k]) * (nodes[k].name[0] == 'h' ? 0.1 : 0.3);
  return s;
}
