// Populations described by text with nested terms, read by functions that call each other; parts are chosen by masks.
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct parser { const char *at; const double *x; int depth, failed; };
static double sum(struct parser *p);

static double term(struct parser *p) {
  double v;
  if (*p->at == '(') {
    p->at++;
    p->depth++;
    v = sum(p);
    p->depth--;
    if (*p->at == ')') p->at++; else p->failed = 1;
  } else if (*p->at == 'x') {
    char *end;
    long k = strtol(p->at + 1, &end, 10);
    v = p->x[k];
    p->at = end;
  } else {
    char *end;
    v = strtod(p->at, &end);
    if (end == p->at) { p->failed = 1; p->at += *p->at != 0; }
    p->at = end;
  }
  return v;
}
static double product(struct parser *p) {
  double v = term(p);
  for (;;) {
    if (*p->at == '*') { p->at++; v *= term(p); }
    else if (*p->at == '/') { p->at++; v /= term(p); }
    else return v;
  }
}
static double sum(struct parser *p) {
  double v = product(p);
  while (*p->at == '+' || *p->at == '-') {
    int minus = *p->at++ == '-';
    double w = product(p);
    v += minus ? -w : w;
  }
  return v;
}

static float squaref(float v) { return v * v; }
static double squared(double v) { return v * v; }
static int squarei(int v) { return v * v; }
#define square(v) _Generic((v), float: squaref, double: squared, int: squarei)(v)

enum { SPECIES = 4 };
struct world { double size[SPECIES], birth[SPECIES]; unsigned eats[SPECIES]; };

static void live(struct world *w, double h, int steps) {
  int k = 0, i = 0;
  double next[SPECIES];
begin:
  if (k == steps) goto end;
  i = 0;
species:
  if (i == SPECIES) goto commit;
  {
    double rate = w->birth[i] - 0.2 * w->size[i];
    for (unsigned mask = w->eats[i]; mask; mask &= mask - 1) rate += 0.1 * w->size[__builtin_ctz(mask)];
    for (int j = 0; j < SPECIES; j++)
      if (w->eats[j] >> i & 1) rate -= 0.15 * w->size[j];
    next[i] = w->size[i] * exp(h * rate);
  }
  i++;
  goto species;
commit:
  memcpy(w->size, next, sizeof next);
  k++;
  if (w->size[0] > 3) goto crash;
  goto begin;
crash:
  w->size[0] = 1 + 0.5 * (w->size[0] - 1);
  goto begin;
end:
  return;
}

double f(const double *x, size_t n) {
  static const char *const births[SPECIES] = {"0.5*x0+0.1", "x1*(0.2+x2/10)-5e-2", "-(0.1*x3-.25)*x4", "0.3-x5/(2+x6*x6)"};
  struct world w = {.eats = {0, 1, 3, 6}};
  double s = 0;
  for (int i = 0; i < SPECIES; i++) {
    struct parser p = {births[i], x, 0, 0};
    w.birth[i] = sum(&p);
    w.size[i] = 0.5 + x[7 + i];
    s += p.failed * 0.1 * x[11] + 0.01 * w.birth[i];
  }
  live(&w, 0.1, 10);
  for (int i = 0; i < SPECIES; i++) s += square(w.size[i]) * square(i + 1) * 0.1;
  s += square((float)(n / 4)) * 0.01 * x[11];
  return s;
}
