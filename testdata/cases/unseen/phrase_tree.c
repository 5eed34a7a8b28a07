// Words cut by a tokenizer into a binary tree, weighted in long double, recent ones in a ring, listed by qsort.
#include <math.h>
#include <stdlib.h>
#include <string.h>
struct word { struct word *left, *right; long double weight; int count; char text[12]; };
static struct word *insert(struct word **root, const char *text, long double w) {
  while (*root) {
    int c = strcmp(text, (*root)->text);
    if (!c) {
      (*root)->weight = (*root)->weight * 0.5L + w;
      (*root)->count++;
      return *root;
    }
    root = c < 0 ? &(*root)->left : &(*root)->right;
  }
  *root = calloc(1, sizeof **root);
  strncpy((*root)->text, text, sizeof (*root)->text - 1);
  (*root)->weight = w;
  (*root)->count = 1;
  return *root;
}
struct ring { struct word *slots[3]; int at; };
static long double recent(const struct ring *r) {
  long double s = 0;
  for (int k = 0; k < 3; k++)
    if (r->slots[k]) s += r->slots[k]->weight * (k + 1);
  return s;
}
static size_t collect(struct word *w, struct word **out) {
  if (!w) return 0;
  size_t n = collect(w->left, out);
  out[n++] = w;
  return n + collect(w->right, out + n);
}
static int heavier(const void *a, const void *b) {
  long double p = (*(struct word *const *)a)->weight, q = (*(struct word *const *)b)->weight;
  return (p < q) - (p > q);
}
static void drop(struct word *w) {
  if (!w) return;
  drop(w->left);
  drop(w->right);
  free(w);
}
double f(const double *x, size_t n) {
  static const char phrase[] = "the cat and the dog, and the bird; the cat  sleeps and the dog barks";
  char *copy = malloc(sizeof phrase), *rest = NULL;
  memcpy(copy, phrase, sizeof phrase);
  struct word *root = NULL;
  struct ring ring = {{0}, 0};
  double s = 0;
  size_t k = 0;
  for (char *t = strtok_r(copy, " ,;", &rest); t; t = strtok_r(NULL, " ,;", &rest)) {
    struct word *w = insert(&root, t, (long double)x[k % n] * x[(k + 3) % n] + 0.125L * (long double)strlen(t));
    ring.slots[ring.at++ % 3] = w;
    s += (double)(sqrtl(recent(&ring)) / (k + 1));
    k++;
  }
  struct word *list[32];
  size_t count = collect(root, list);
  for (size_t i = 0; i < count; i++) s += (double)list[i]->weight * list[i]->text[0] * 0.001;
  qsort(list, count, sizeof *list, heavier);
  for (size_t i = 0; i < count; i++) s += (double)(list[i]->weight / (i + 1.0L)) * list[i]->count;
  drop(root);
  free(copy);
  return s;
}
