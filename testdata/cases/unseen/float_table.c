// Floats and labels in a tagged union, names made by snprintf, found by bsearch, histories moved by memmove.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum tag { EMPTY, ONE, MANY, LABEL };
struct cell {
  char name[16];
  unsigned char tag;
  union { float one; struct { float *at; short len; } many; const char *label; float small[2]; } u;
};
static int by_name(const void *a, const void *b) { return strcmp(((const struct cell *)a)->name, ((const struct cell *)b)->name); }
static struct cell *find(struct cell *t, size_t n, const char *kind, int k) {
  struct cell key;
  snprintf(key.name, sizeof key.name, "%s-%02d", kind, k);
  return bsearch(&key, t, n, sizeof *t, by_name);
}
static void push(struct cell *c, float v) {
  if (c->tag == ONE) {
    float first = c->u.one;
    c->u.many.at = malloc(4 * sizeof(float));
    c->u.many.at[0] = first;
    c->u.many.len = 1;
    c->tag = MANY;
  }
  if (c->tag == EMPTY) { c->u.one = v; c->tag = ONE; return; }
  if (c->u.many.len == 4) memmove(c->u.many.at, c->u.many.at + 1, 3 * sizeof(float));
  else c->u.many.len++;
  c->u.many.at[c->u.many.len - 1] = v;
}
static float value(const struct cell *c) {
  switch (c->tag) {
  case ONE: return c->u.one;
  case MANY: { float s = 0; for (int i = 0; i < c->u.many.len; i++) s += c->u.many.at[i] * (float)(i + 1); return s; }
  case LABEL: return 0.25f * (float)strlen(c->u.label);
  }
  return 0;
}
// opt: tol=1e-2
double f(const double *x, size_t n) {
  struct cell t[8];
  memset(t, 0, sizeof t);
  for (int k = 0; k < 8; k++) {
    snprintf(t[k].name, sizeof t[k].name, "%s-%02d", k % 2 ? "sensor" : "valve", 13 - k);
    if (k == 5) { t[k].tag = LABEL; t[k].u.label = "broken"; }
  }
  qsort(t, 8, sizeof *t, by_name);
  double s = 0;
  for (size_t i = 0; i < 3 * n; i++) {
    struct cell *c = find(t, 8, i % 3 ? "sensor" : "valve", (int)(6 + i * 5 % 9));
    if (!c) { s += 0.1 * x[i % n]; continue; }
    if (c->tag == LABEL) { s += value(c) * x[0]; continue; }
    push(c, (float)(x[i % n] * (1 + 0.1 * i)));
    s += value(c) * 0.1f;
  }
  struct cell spare = t[2];
  memmove(t + 2, t + 3, 5 * sizeof *t);
  t[7] = spare;
  for (int k = 0; k < 8; k++) {
    s += value(&t[k]) * value(&t[(k + 1) % 8]) * 0.05f + (t[k].name[0] == 'v' ? x[k] : 0);
    if (t[k].tag == MANY) free(t[k].u.many.at);
  }
  return s;
}
