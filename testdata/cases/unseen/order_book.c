// Orders with bit-fields in a hash table, results by error codes, a sliding window by memmove, levels by qsort.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
enum error { OK, UNKNOWN, DUPLICATE, TOO_SMALL, FULL };
struct order { uint32_t id : 20, side : 1, live : 1, kind : 2; double price, size; };
struct slot { uint32_t key; struct order *order; };
struct book { struct slot slots[32]; size_t used; double window[4]; size_t seen; double fees; };
static struct slot *probe(struct book *b, uint32_t id) {
  uint32_t h = id * 2654435761u >> 27;
  while (b->slots[h].order && b->slots[h].key != id) h = (h + 1) & 31;
  return &b->slots[h];
}
static enum error add(struct book *b, uint32_t id, int side, double price, double size, struct order **out) {
  if (size < 0.05) return TOO_SMALL;
  if (b->used >= 24) return FULL;
  struct slot *s = probe(b, id);
  if (s->order) return DUPLICATE;
  struct order *o = malloc(sizeof *o);
  if (!o) return FULL;
  *o = (struct order){.id = id, .side = side & 1, .live = 1, .kind = id & 3, .price = price, .size = size};
  s->key = id;
  s->order = o;
  b->used++;
  if (out) *out = o;
  return OK;
}
static enum error trade(struct book *b, uint32_t id, double size, double *paid) {
  struct slot *s = probe(b, id);
  if (!s->order || !s->order->live) return UNKNOWN;
  struct order *o = s->order;
  if (size >= o->size) { size = o->size; o->live = 0; }
  o->size -= size;
  *paid = size * o->price * (o->side ? -1 : 1);
  memmove(b->window + 1, b->window, 3 * sizeof *b->window);
  b->window[0] = o->price;
  b->seen++;
  b->fees += 0.01 * size * o->kind;
  return OK;
}
static enum error average(const struct book *b, double *out) {
  if (b->seen < 2) return TOO_SMALL;
  size_t n = b->seen < 4 ? b->seen : 4;
  double s = 0, w = 0;
  for (size_t i = 0; i < n; i++) { s += b->window[i] / (i + 1); w += 1.0 / (i + 1); }
  *out = s / w;
  return OK;
}
static int best(const void *a, const void *b) {
  const struct order *p = *(struct order *const *)a, *q = *(struct order *const *)b;
  if (p->side != q->side) return (int)p->side - (int)q->side;
  return p->price < q->price ? 1 : p->price > q->price ? -1 : (int)p->id - (int)q->id;
}
double f(const double *x, size_t n) {
  struct book b = {0};
  double s = 0;
  for (uint32_t i = 0; i < n; i++) {
    struct order *o = NULL;
    enum error e = add(&b, i * 7 % 11, i & 1, x[i] + 0.5 * x[(i + 2) % n], i == 4 ? 0.01 : x[(i + 1) % n], &o);
    if (e == OK) s += 0.1 * o->price * o->size;
    else s += e * 0.2 * x[i];
  }
  for (uint32_t i = 0; i < n + 3; i++) {
    double paid = 0, mean;
    enum error e = trade(&b, i * 5 % 13, 0.4 * x[i % n], &paid);
    if (e) { s += (double)e * x[3]; continue; }
    s += paid;
    if (average(&b, &mean) == OK) s += mean * mean * 0.25;
  }
  struct order *list[32];
  size_t count = 0;
  for (int k = 0; k < 32; k++)
    if (b.slots[k].order) list[count++] = b.slots[k].order;
  qsort(list, count, sizeof *list, best);
  double depth = 0;
  for (size_t i = 0; i < count; i++) {
    depth = 0.8 * depth + list[i]->size;
    if (list[i]->live) s += depth * list[i]->price;
    else memmove(list + i, list + i + 1, (--count - i) * sizeof *list), list[count] = NULL;
  }
  for (int k = 0; k < 32; k++) free(b.slots[k].order);
  return s - b.fees;
}
