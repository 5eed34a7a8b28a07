// Messages by value packed into bytes, queued in a ring, routed by a hash table whose entries stand in an arena.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef struct { uint16_t kind; float quality; double value; } reading;
typedef struct { uint8_t bytes[40]; uint8_t len; } packet;
struct arena { unsigned char *base; size_t used, size; };
static void *grab(struct arena *a, size_t n) { void *p = a->base + a->used; a->used += (n + 15) & ~(size_t)15; return a->used <= a->size ? p : NULL; }
struct route { struct route *next; uint32_t key; double total, last; int hits; };
struct table { struct route *slot[8]; struct arena *mem; };
static packet pack(reading r, const double *extra, int n) {
  packet p = {{0}, 0};
  memcpy(p.bytes, &r.kind, sizeof r.kind);
  memcpy(p.bytes + 2, &r.quality, sizeof r.quality);
  memcpy(p.bytes + 6, &r.value, sizeof r.value);
  p.bytes[14] = (uint8_t)n;
  memcpy(p.bytes + 15, extra, (size_t)n * sizeof *extra);
  p.len = (uint8_t)(15 + n * 8);
  return p;
}
static reading unpack(packet p, double *extra, int *n) {
  reading r;
  memcpy(&r.kind, p.bytes, 2);
  memcpy(&r.quality, p.bytes + 2, 4);
  memcpy(&r.value, p.bytes + 6, 8);
  *n = p.bytes[14];
  memcpy(extra, p.bytes + 15, (size_t)*n * 8);
  return r;
}
static struct route *route_of(struct table *t, uint32_t key) {
  struct route **p = &t->slot[key * 40503u >> 5 & 7];
  while (*p && (*p)->key != key) p = &(*p)->next;
  if (!*p) {
    *p = grab(t->mem, sizeof **p);
    memset(*p, 0, sizeof **p);
    (*p)->key = key;
  }
  return *p;
}
struct ring { packet slots[4]; unsigned in, out; };
static int put(struct ring *r, packet p) { if (r->in - r->out == 4) return 0; r->slots[r->in++ & 3] = p; return 1; }
static int get(struct ring *r, packet *p) { if (r->in == r->out) return 0; *p = r->slots[r->out++ & 3]; return 1; }
static double drain(struct ring *r, struct table *t) {
  double s = 0;
  for (packet p; get(r, &p);) {
    double extra[3];
    int n;
    reading v = unpack(p, extra, &n);
    struct route *to = route_of(t, v.kind);
    for (int k = 0; k < n; k++) v.value += 0.1 * (k + 1) * extra[k];
    s += v.value * to->last;
    to->total += v.value * v.quality;
    to->last = v.value;
    to->hits++;
  }
  return s;
}
// opt: tol=1e-3
double f(const double *x, size_t n) {
  struct arena a = {malloc(1024), 0, 1024};
  struct table t = {{0}, &a};
  struct ring r = {0};
  double s = 0;
  for (size_t i = 0; i < n; i++) {
    reading v = {.kind = (uint16_t)(i * i % 7), .quality = (float)x[(i + 1) % n], .value = x[i] * x[i]};
    double extra[3] = {x[(i + 2) % n], sin(x[i]), 0.5};
    packet p = pack(v, extra, (int)(i % 4));
    if (!put(&r, p)) {
      s += drain(&r, &t);
      put(&r, p);
    }
  }
  s += drain(&r, &t);
  for (int k = 0; k < 8; k++)
    for (struct route *p = t.slot[k]; p; p = p->next) s += p->total * p->hits + 0.01 * p->key * p->last;
  free(a.base);
  return s;
}
