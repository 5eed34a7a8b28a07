// Tagged unions in a ring buffer and a hash table with flexible array members, names looked up by bsearch.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
enum tag { NIL, REAL, INT, TEXT, LIST };
struct list;
struct value {
  enum tag tag;
  union { double real; int64_t integer; char *text; struct list *list; } as;
};
struct list { size_t len; struct value at[]; };
struct entry { struct entry *next; uint32_t hash; struct value value; char key[]; };
struct table { struct entry *buckets[8]; };
static char *copy(const char *s) { return strcpy(malloc(strlen(s) + 1), s); }
static struct value real(double d) { return (struct value){REAL, {.real = d}}; }
static struct value integer(int64_t i) { return (struct value){INT, {.integer = i}}; }
static struct value text(const char *s) { struct value v = {.tag = TEXT}; v.as.text = copy(s); return v; }
static struct value list(size_t len) {
  struct value v = {LIST, {.list = calloc(1, sizeof(struct list) + len * sizeof(struct value))}};
  v.as.list->len = len;
  return v;
}
static void drop(struct value v) {
  if (v.tag == TEXT) free(v.as.text);
  if (v.tag == LIST) {
    for (size_t i = 0; i < v.as.list->len; i++) drop(v.as.list->at[i]);
    free(v.as.list);
  }
}
static double number(const struct value *v) {
  switch (v->tag) {
  case REAL: return v->as.real;
  case INT: return (double)v->as.integer;
  case TEXT: return 0.1 * (double)strlen(v->as.text);
  case LIST: {
    double s = 0;
    for (size_t i = 0; i < v->as.list->len; i++) s += number(&v->as.list->at[i]) * number(&v->as.list->at[i]);
    return s;
  }
  default: return 0;
  }
}
static struct value *lookup(struct table *t, const char *key) {
  uint32_t h = 2166136261u;
  for (const char *c = key; *c; c++) h = (h ^ (unsigned char)*c) * 16777619u;
  struct entry **p = &t->buckets[h & 7];
  for (; *p; p = &(*p)->next)
    if ((*p)->hash == h && !strcmp((*p)->key, key)) return &(*p)->value;
  struct entry *e = calloc(1, sizeof *e + strlen(key) + 1);
  e->hash = h;
  strcpy(e->key, key);
  *p = e;
  return &e->value;
}
static void set(struct table *t, const char *key, struct value v) {
  struct value *at = lookup(t, key);
  drop(*at);
  *at = v;
}
static const char *const names[] = {"alpha", "beta", "gamma", "label", "list"};
static int order(const void *k, const void *e) { return strcmp(k, *(const char *const *)e); }
struct ring { struct value slots[4]; unsigned head, tail; };
static int put(struct ring *r, struct value v) {
  if (r->head - r->tail == 4) return -1;
  r->slots[r->head++ % 4] = v;
  return 0;
}
static struct value get(struct ring *r) { return r->head == r->tail ? (struct value){0} : r->slots[r->tail++ % 4]; }
double f(const double *x, size_t n) {
  struct table t = {{0}};
  struct ring r = {0};
  double s = 0;
  for (size_t i = 0; i < n; i++) {
    struct value v = i % 4 == 0 ? real(x[i] * x[i]) : i % 4 == 1 ? integer((int64_t)i) : i % 4 == 2 ? text("some text") : list(3);
    if (v.tag == LIST) {
      v.as.list->at[0] = real(sin(x[i]));
      v.as.list->at[1] = i % 3 ? integer(2) : text("in a list");
      v.as.list->at[2] = real(x[i] * x[i - 1]);
    }
    if (put(&r, v)) {
      struct value old = get(&r);
      set(&t, names[(i * 2) % 5], old);
      put(&r, v);
    }
    if (i % 3 == 2) { struct value got = get(&r); s += number(&got) * (double)(i + 1); drop(got); }
  }
  for (struct value v; (v = get(&r)).tag != NIL;) { s += 0.5 * number(&v); drop(v); }
  struct value *a = lookup(&t, "alpha");
  if (a->tag == NIL || a->tag == INT) *a = real(x[0] * (a->tag == INT ? (double)a->as.integer : 1.5));
  for (const char *const *w = (const char *const[]){"gamma", "delta", "alpha", "list", "beta", 0}; *w; w++) {
    const char *const *hit = bsearch(*w, names, 5, sizeof *names, order);
    s += hit ? number(lookup(&t, *w)) * (double)(hit - names + 1) : x[1];
  }
  for (int b = 0; b < 8; b++)
    for (struct entry *e = t.buckets[b], *next; e; e = next) { next = e->next; drop(e->value); free(e); }
  return s;
}
