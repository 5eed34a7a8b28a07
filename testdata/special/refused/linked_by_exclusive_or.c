// A list whose nodes are linked by exclusive ors of addresses.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const int 6
#include <stdint.h>
#include <stdlib.h>

typedef struct {
  uintptr_t link;
  double value;
} node;

double f(const double *x, int n) {
  node *a = malloc(n * sizeof *a);
  uintptr_t before = 0;
  for (int i = 0; i < n; i++) {
    a[i].value = x[i] * x[i];
    a[i].link = before ^ (i + 1 < n ? (uintptr_t)&a[i + 1] : 0);
    before = (uintptr_t)&a[i];
  }
  double s = 0, w = 1;
  before = 0;
  for (node *p = a; p;) {
    s += w * p->value;
    w += 1;
    uintptr_t next = p->link ^ before;
    before = (uintptr_t)p;
    p = (node *)next;
  }
  free(a);
  return s;
}
