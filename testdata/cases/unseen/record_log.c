// Records with bit-fields written to a growing log by memcpy, found by bsearch, visited by a callback with a context.
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct head { unsigned kind : 3, flags : 5, count : 8; unsigned key : 16; };
struct log { unsigned char *bytes; size_t len, cap; uint32_t *index; size_t records, room; };
static void need(struct log *l, size_t more) {
  if (l->len + more <= l->cap) return;
  while (l->len + more > l->cap) l->cap = l->cap ? l->cap * 2 : 32;
  l->bytes = realloc(l->bytes, l->cap);
}
static void put(struct log *l, const void *p, size_t n) {
  need(l, n);
  memcpy(l->bytes + l->len, p, n);
  l->len += n;
}
static void append(struct log *l, struct head h, const double *v) {
  if (l->records == l->room) {
    l->room = l->room ? l->room + l->room / 2 + 1 : 3;
    l->index = realloc(l->index, l->room * sizeof *l->index);
  }
  l->index[l->records++] = (uint32_t)l->len;
  put(l, &h, sizeof h);
  for (unsigned i = 0; i < h.count; i++) put(l, &v[i], sizeof *v);
}
typedef int visitor(void *context, const struct head *h, const double *values);
static int visit(const struct log *l, visitor *fn, void *context) {
  int r = 0;
  for (size_t k = 0; k < l->records && !r; k++) {
    struct head h;
    double values[8];
    const unsigned char *p = l->bytes + l->index[k];
    memcpy(&h, p, sizeof h);
    memcpy(values, p + sizeof h, h.count * sizeof(double));
    r = fn(context, &h, values);
  }
  return r;
}
struct sums { double by_kind[8]; double product; int flagged; };
static int add(void *context, const struct head *h, const double *v) {
  struct sums *s = context;
  for (unsigned i = 0; i < h->count; i++) s->by_kind[h->kind] += v[i] * (i + 1);
  s->flagged += h->flags & 1;
  s->product *= 1 + 0.1 * v[0];
  return 0;
}
struct search { unsigned key; double found; };
static int first_above(void *context, const struct head *h, const double *v) {
  struct search *s = context;
  if (h->key < s->key) return 0;
  s->found = v[h->count - 1] * h->key;
  return 1;
}
static int by_key(const void *a, const void *b) { return (int)*(const uint16_t *)a - (int)*(const uint16_t *)b; }
double f(const double *x, size_t n) {
  struct log l = {0};
  for (size_t i = 0; i < n; i++) {
    double v[4] = {x[i], x[i] * x[(i + 1) % n], sin(x[i]), (double)i};
    struct head h = {.kind = i % 5, .flags = (unsigned)(i * 3) & 31, .count = 1 + i % 4, .key = (unsigned)(i * i + 2)};
    append(&l, h, v);
  }
  struct sums s = {.product = 1};
  visit(&l, add, &s);
  double r = s.product + 0.01 * s.flagged * x[1];
  for (int k = 0; k < 8; k++) r += s.by_kind[k] * (k + 1);
  for (unsigned key = 3; key < 100; key += 31) {
    struct search q = {key, 0};
    if (visit(&l, first_above, &q)) r += 0.01 * q.found;
    else r += x[2];
  }
  uint16_t *keys = malloc(l.records * sizeof *keys);
  for (size_t k = 0; k < l.records; k++) {
    struct head h;
    memcpy(&h, l.bytes + l.index[k], sizeof h);
    keys[k] = (uint16_t)h.key;
  }
  uint16_t want = 27;
  uint16_t *hit = bsearch(&want, keys, l.records, sizeof *keys, by_key);
  if (hit) {
    double v;
    memcpy(&v, l.bytes + l.index[hit - keys] + sizeof(struct head), sizeof v);
    v *= v;
    memcpy(l.bytes + l.index[0] + sizeof(struct head), &v, sizeof v);
  }
  struct sums again = {.product = x[3]};
  visit(&l, add, &again);
  r += again.by_kind[0] + again.product;
  free(keys);
  free(l.index);
  free(l.bytes);
  return r;
}
