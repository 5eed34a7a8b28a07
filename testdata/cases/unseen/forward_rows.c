// The forward algorithm of a hidden Markov model: rows by pointers, scales by frexp, emissions in const tables, a ring of columns.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { STATES = 3, RING = 2 };
struct emission { const char *name; double mean, spread; int tail; };
static const struct emission emissions[STATES] = {{"calm", 0.2, 0.5, 0}, {"busy", 0.9, 0.4, 0}, {"storm", 1.6, 0.7, 1}};

#define LIKELIHOOD(v, e) _Generic((v), float: single_likelihood, double: double_likelihood, int: count_likelihood)(v, e)

static double double_likelihood(double v, const struct emission *e) {
  double z = (v - e->mean) / e->spread;
  return e->tail ? 1 / (1 + z * z) : exp(-0.5 * z * z);
}
static double single_likelihood(float v, const struct emission *e) { return double_likelihood(v, e) * 1.01; }
static double count_likelihood(int v, const struct emission *e) { return pow(e->mean + 0.1, v) * exp(-e->mean); }

struct ring { double *column[RING]; unsigned at; long exponent; };

static double **rows(int n, int m) {
  double **r = malloc(n * sizeof *r);
  *r = calloc((size_t)n * m, sizeof **r);
  for (int i = 1; i < n; i++) r[i] = r[i - 1] + m;
  return r;
}
static void release(double **r) {
  free(*r);
  free(r);
}

static void normalise(struct ring *r) {
  double *c = r->column[r->at % RING], largest = 0;
  for (int i = 0; i < STATES; i++)
    if (c[i] > largest) largest = c[i];
  int e;
  frexp(largest, &e);
  for (int i = 0; i < STATES; i++) c[i] = ldexp(c[i], -e);
  r->exponent += e;
}

static void advance(struct ring *r, double *const *transition, const double *likely) {
  const double *before = r->column[r->at % RING];
  double *after = r->column[++r->at % RING];
  for (int j = 0; j < STATES; j++) {
    double s = 0;
    for (int i = 0; i < STATES; i++) s = fma(before[i], transition[i][j], s);
    after[j] = s * likely[j];
  }
  normalise(r);
}

static double last(const struct ring *r) {
  double s = 0;
  for (int i = 0; i < STATES; i++) s += r->column[r->at % RING][i];
  return log(s) + (double)r->exponent * M_LN2;
}

double f(const double *x, size_t n) {
  double **transition = rows(STATES, STATES);
  for (int i = 0; i < STATES; i++) {
    double sum = 0;
    for (int j = 0; j < STATES; j++) sum += transition[i][j] = exp(0.5 * x[i * STATES + j] + (i == j));
    for (int j = 0; j < STATES; j++) transition[i][j] /= sum;
  }
  double **store = rows(RING, STATES);
  struct ring r = {{store[0], store[1]}, 0, 0};
  for (int i = 0; i < STATES; i++) store[0][i] = 0.2 + 0.1 * x[9 + i];
  double total = 0;
  for (size_t t = 0; t < n + 6; t++) {
    double likely[STATES], v = x[t % n];
    for (int i = 0; i < STATES; i++) {
      const struct emission *e = &emissions[(i + (t > 8)) % STATES];
      likely[i] = t % 3 == 0 ? LIKELIHOOD(v, e) : t % 3 == 1 ? LIKELIHOOD((float)(0.25 * (t % 5)), e) : LIKELIHOOD((int)(t % 4), e);
      likely[i] *= 1e-3;
      if (e->name[0] == 's') likely[i] += 1e-4 * v;
    }
    advance(&r, transition, likely);
    if (t % 4 == 3) total += 0.1 * last(&r);
  }
  total += last(&r);
  release(store);
  release(transition);
  return total;
}
