// Built in front, walked twice, freed.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const int 6
// llad: tags heap list loop unknown-trip
#include <math.h>
#include <stdlib.h>
struct node { double v; struct node *next; };

double f(const double *x, int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *e = malloc(sizeof *e);
    e->v = x[i] * x[i];
    e->next = head;
    head = e;
  }
  double s = 0;
  for (struct node *p = head; p->next; p = p->next)
    p->next->v += sin(p->v);
  while (head) {
    struct node *next = head->next;
    s = s * 0.5 + head->v;
    free(head);
    head = next;
  }
  return s;
}
