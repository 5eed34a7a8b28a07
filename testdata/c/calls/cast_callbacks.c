// Functions called through pointers of other types: for a narrower integer than they return, and for nothing.
// llad: func f double
// llad: arg x dup double[5] range(0.5,1.25)
// llad: tags call indirect heap
#include <stdlib.h>

typedef unsigned char boolean;
typedef boolean (*equal)(const void *, const void *);
typedef void (*visit)(void *, void *);

struct node {
  double value;
  int id;
  struct node *next;
};

struct list {
  struct node *first;
  equal same;
};

static int same_id(const void *a, const void *b) {
  const struct node *p = a, *q = b;
  return p->id == q->id && p->value > 0;
}

static double add(void *element, void *sum) {
  struct node *n = element;
  *(double *)sum += n->value * n->value;
  return n->value;
}

static long count(void *element, void *sum) {
  struct node *n = element;
  *(double *)sum += 0.25 * n->value;
  return n->id;
}

static void shrink(void *element, void *by) {
  struct node *n = element;
  n->value *= *(double *)by;
}

__attribute__((noinline, no_sanitize("function"))) static void each(struct list *l, visit act, void *data) {
  for (struct node *n = l->first; n; n = n->next)
    act(n, data);
}

__attribute__((noinline, no_sanitize("function"))) static struct node *find(struct list *l, const void *key) {
  for (struct node *n = l->first; n; n = n->next)
    if (l->same(key, n))
      return n;
  return 0;
}

__attribute__((noinline)) static struct list *make(equal same) {
  struct list *l = malloc(sizeof *l);
  l->first = 0;
  l->same = same;
  return l;
}

double f(const double *x) {
  struct list *l = make((equal)same_id);
  for (int i = 0; i < 5; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = x[i];
    n->id = i;
    n->next = l->first;
    l->first = n;
  }
  struct node key = {1, 2, 0}, *found = find(l, &key);
  if (found)
    found->value *= 3;
  double s = 0, half = 0.5;
  visit acts[] = {(visit)add, shrink, (visit)add, (visit)count};
  void *data[] = {&s, &half, &s, &s};
  for (int k = 0; k < 4; k++)
    each(l, acts[k], data[k]);
  while (l->first) {
    struct node *n = l->first;
    l->first = n->next;
    free(n);
  }
  free(l);
  return s;
}
