// Marks in the lowest bits of addresses, taken out as half a word and weighed as numbers.
// llad: func f double
// llad: arg x dup double[6] {0.53,1.2,0.33,0.8,1.1,0.27}
// llad: arg n const int 6
#include <stdint.h>
#include <stdlib.h>
struct node {
  uintptr_t parent; // and in its last bits a colour
  struct node *child[2];
  double key, sum;
};
static struct node *parent(const struct node *t) { return (struct node *)(t->parent & ~(uintptr_t)3); }
static unsigned colour(const struct node *t) { return (unsigned)(t->parent & 3); }
static struct node *insert(struct node *root, double key, unsigned mark) {
  struct node *n = calloc(1, sizeof *n), *up = NULL, **at = &root;
  n->key = key;
  while (*at) {
    up = *at;
    at = &up->child[key > up->key];
  }
  *at = n;
  n->parent = (uintptr_t)up | mark;
  for (struct node *t = n; t; t = parent(t)) t->sum += key * (1 + colour(t));
  return root;
}
static void drop(struct node *t) {
  if (!t) return;
  drop(t->child[0]);
  drop(t->child[1]);
  free(t);
}
double f(const double *x, int n) {
  double r = 0;
  struct node *root = NULL, *t;
  for (int i = 0; i < 2 * n; i++) root = insert(root, x[i % n] * (i * 7 % 5 - 1.5), i % 3);
  for (t = root; t; t = t->child[colour(t) & 1]) r += t->sum * (1 + colour(t));
  for (t = root; t->child[0]; t = t->child[0]) r += t->key * (uint8_t)(t->parent & 2);
  for (; t; t = parent(t)) r += t->key;
  drop(root);
  return r;
}
