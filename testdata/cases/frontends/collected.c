/* a list of nodes in memory of Boehm's collector, as Crystal's objects are: the tape keeps the addresses of nodes that nothing else leads to any more */
#include <stddef.h>
void *GC_malloc(size_t);
void *GC_malloc_atomic(size_t);
void *GC_realloc(void *, size_t);

struct node { double value; struct node *next; double *more; };

double f(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    struct node *head = NULL;
    for (int k = 0; k < 3; k++) {
      struct node *a = GC_malloc(sizeof *a);
      a->value = x[i] * (k + 1);
      a->more = GC_malloc_atomic(2 * sizeof *a->more);
      a->more[0] = a->value * a->value;
      a->more[1] = a->value;
      a->more = GC_realloc(a->more, 4 * sizeof *a->more);
      a->more[2] = a->more[0] * x[0];
      a->next = head;
      head = a;
    }
    for (struct node *a = head; a; a = a->next)
      s += a->more[2] * a->value + a->more[1];
  }
  return s;
}
