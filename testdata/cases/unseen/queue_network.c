// A network of queues: stations with tables of functions, jobs on intrusive lists of two directions, times as word views.
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct link { struct link *prev, *next; };
#define OWNER(p, type, field) ((type *)((char *)(p) - offsetof(type, field)))

static void list_init(struct link *h) { h->prev = h->next = h; }
static void list_del(struct link *l) { l->prev->next = l->next; l->next->prev = l->prev; }
static void list_add(struct link *h, struct link *l) {
  l->prev = h->prev;
  l->next = h;
  h->prev->next = l;
  h->prev = l;
}

typedef union { double seconds; uint64_t word; } stamp;

struct job {
  int id;
  stamp born, due;
  struct link all, queued;
  double work;
};

struct station;
struct ops {
  double (*service)(const struct station *, const struct job *);
  struct job *(*pick)(struct station *);
};
struct station {
  const struct ops *ops;
  double rate, free_at, busy;
  struct link queue;
  int length;
};

static double steady(const struct station *s, const struct job *j) { return j->work / s->rate; }
static double tired(const struct station *s, const struct job *j) { return j->work / s->rate * (1 + 0.05 * s->busy); }
static struct job *first(struct station *s) { return OWNER(s->queue.next, struct job, queued); }
static struct job *last(struct station *s) { return OWNER(s->queue.prev, struct job, queued); }
static struct job *shortest(struct station *s) {
  struct job *best = first(s);
  for (struct link *l = s->queue.next; l != &s->queue; l = l->next) {
    struct job *j = OWNER(l, struct job, queued);
    if (j->work < best->work) best = j;
  }
  return best;
}

static const struct ops kinds[] = {{steady, first}, {tired, last}, {tired, shortest}};

static struct job *admit(struct link *all, int id, double born, double work) {
  struct job *j = malloc(sizeof *j);
  j->id = id;
  j->born.seconds = born;
  j->due.word = j->born.word;
  j->work = work;
  list_add(all, &j->all);
  return j;
}

double f(const double *x, size_t n) {
  int stations = 3;
  struct station net[stations];
  double waits[stations][4];
  memset(waits, 0, sizeof waits);
  for (int k = 0; k < stations; k++) {
    net[k] = (struct station){.ops = &kinds[k], .rate = 0.5 + x[k]};
    list_init(&net[k].queue);
  }
  struct link all;
  list_init(&all);
  for (int i = 0; i < 8; i++) {
    struct job *j = admit(&all, i, 0.3 * i + 0.1 * x[3 + i % 5], x[(i * 5 + 2) % n]);
    list_add(&net[i % 2].queue, &j->queued);
    net[i % 2].length++;
  }
  double left = 0;
  for (int round = 0; round < 20; round++) {
    struct station *s = &net[round % stations];
    if (!s->length) continue;
    struct job *j = s->ops->pick(s);
    list_del(&j->queued);
    s->length--;
    double start = j->due.seconds > s->free_at ? j->due.seconds : s->free_at;
    double d = s->ops->service(s, j);
    waits[round % stations][j->id % 4] += start - j->due.seconds + d;
    s->free_at = start + d;
    s->busy += d;
    j->due.seconds = s->free_at;
    j->work *= 0.6 + 0.1 * x[8];
    int to = (round % stations + 1 + j->id % 2) % stations;
    if (j->id % 3 == 0 && round > 6) {
      left += (j->due.seconds - j->born.seconds) * x[9];
      list_del(&j->all);
      free(j);
      continue;
    }
    list_add(&net[to].queue, &j->queued);
    net[to].length++;
  }
  double s = left;
  while (all.next != &all) {
    struct job *j = OWNER(all.next, struct job, all);
    stamp t = {.word = j->due.word};
    s += 0.1 * t.seconds * x[10] / (1 + j->id);
    list_del(&j->all);
    free(j);
  }
  for (int k = 0; k < stations; k++)
    for (int c = 0; c < 4; c++) s += log1p(waits[k][c]) * (k + 1);
  return s + 0.2 * net[1].busy * x[11];
}
