// A mixture of Gaussians fitted over points in an intrusive list from a pool with a free list; options from text by tokens.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct link { struct link *next; };
struct point { double value, weight; struct link link; double part[3]; };
struct pool { struct point slots[20]; struct link *free; int out; };

#define CONTAINER(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

static void prepare(struct pool *p) {
  p->free = NULL;
  p->out = 0;
  for (int k = 19; k >= 0; k--) {
    p->slots[k].link.next = p->free;
    p->free = &p->slots[k].link;
  }
}
static struct point *take(struct pool *p) {
  struct link *l = p->free;
  if (!l) return NULL;
  p->free = l->next;
  p->out++;
  struct point *q = CONTAINER(l, struct point, link);
  memset(q, 0, sizeof *q);
  return q;
}
static void give(struct pool *p, struct point *q) {
  q->link.next = p->free;
  p->free = &q->link;
  p->out--;
}

struct options { double period, floor, shift; int rounds; };
static const struct { const char *name; size_t at; int whole; } fields[] = {
    {"period", offsetof(struct options, period), 0},
    {"floor", offsetof(struct options, floor), 0},
    {"shift", offsetof(struct options, shift), 0},
    {"rounds", offsetof(struct options, rounds), 1},
};

static struct options read(const char *text) {
  struct options o = {1, 0, 0, 1};
  char copy[80], *rest;
  strncpy(copy, text, sizeof copy - 1);
  copy[sizeof copy - 1] = 0;
  for (char *word = strtok_r(copy, " ;", &rest); word; word = strtok_r(NULL, " ;", &rest)) {
    char *eq = strchr(word, '=');
    if (!eq) continue;
    *eq = 0;
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
      if (!strcmp(word, fields[k].name)) {
        char *place = (char *)&o + fields[k].at;
        if (fields[k].whole) *(int *)place = atoi(eq + 1);
        else *(double *)place = atof(eq + 1);
      }
  }
  return o;
}

double f(const double *x, size_t n) {
  struct options o = read("period=2.5; rounds=4 floor=1e-3;shift=.25 unknown");
  struct pool pool;
  prepare(&pool);
  struct link *list = NULL;
  for (size_t i = 0; i < n + 4; i++) {
    double whole, v = x[i % n] * (1 + 0.3 * i) + o.shift;
    struct point *q = take(&pool);
    q->value = i % 3 ? fmod(v, o.period) : o.period * modf(v / o.period, &whole);
    q->weight = 1 + 0.1 * x[(i + 1) % n];
    q->link.next = list;
    list = &q->link;
  }
  for (struct link **at = &list; *at;) {
    struct point *q = CONTAINER(*at, struct point, link);
    if (q->value < 0.35) {
      *at = q->link.next;
      give(&pool, q);
    } else at = &q->link.next;
  }
  double mean[3] = {0.5 * x[0], 1.2, 1 + x[1]}, spread[3] = {0.4, 0.5, 0.4 + 0.1 * x[2]}, share[3] = {0.3, 0.4, 0.3};
  double loss = 0;
  for (int round = 0; round < o.rounds; round++) {
    double total[3] = {0}, first[3] = {0}, second[3] = {0}, all = 0;
    loss = 0;
    for (struct link *l = list; l; l = l->next) {
      struct point *q = CONTAINER(l, struct point, link);
      double sum = o.floor;
      for (int k = 0; k < 3; k++) {
        double z = (q->value - mean[k]) / spread[k];
        q->part[k] = share[k] * exp(-0.5 * z * z) / spread[k];
        sum += q->part[k];
      }
      for (int k = 0; k < 3; k++) {
        double w = q->weight * q->part[k] / sum;
        total[k] += w;
        first[k] += w * q->value;
        second[k] += w * q->value * q->value;
        all += w;
      }
      loss -= q->weight * log(sum);
    }
    for (int k = 0; k < 3; k++) {
      mean[k] = first[k] / (total[k] + o.floor);
      spread[k] = sqrt(second[k] / (total[k] + o.floor) - mean[k] * mean[k] + 0.05);
      share[k] = total[k] / all;
    }
  }
  return loss + mean[0] * share[1] + spread[2] + 0.1 * pool.out * x[n - 1];
}
