// Recursion that moves values from node to node of a tree: what it reads and what
// it writes are different objects behind one pointer.
// llad: func f double
// llad: arg x dup double[7] {0.75,0.5,1.25,0.25,0.625,1,1.5}
// llad: arg n const int 7
// llad: tags heap tree recursion
#include <math.h>
#include <stdlib.h>
struct node { double value, sum; struct edge *edges; int n; };
struct edge { struct node *to; double weight; };

static void push(struct node *a, double by) {
  a->sum += by;
  for (int k = 0; k < a->n; k++)
    push(a->edges[k].to, by * a->edges[k].weight);
}

static struct node *make(double value, struct node *left, struct node *right) {
  struct node *a = malloc(sizeof *a);
  a->value = value;
  a->sum = 0;
  a->n = left ? 2 : 0;
  a->edges = malloc(2 * sizeof *a->edges);
  if (left) {
    a->edges[0].to = left;
    a->edges[0].weight = sin(left->value);
    a->edges[1].to = right;
    a->edges[1].weight = value * right->value;
  }
  return a;
}

double f(const double *x, int n) {
  struct node *level[7];
  for (int k = n - 1; k >= 0; k--)
    level[k] = 2 * k + 2 < n ? make(x[k], level[2 * k + 1], level[2 * k + 2]) : make(x[k], 0, 0);
  push(level[0], 1);
  double s = 0;
  for (int k = 0; k < n; k++)
    s += level[k]->sum * level[k]->sum * (k + 1);
  for (int k = 0; k < n; k++) {
    free(level[k]->edges);
    free(level[k]);
  }
  return s;
}
