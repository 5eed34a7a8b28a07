// Sparse matrices with or without values: of those without, the address of the values is
// null, which the code asks before it stores any.
// llad: func f double
// llad: arg x dup double[9] range(0.5,1.5)
// llad: arg n const int 3
// llad: tags struct heap loop
#include <stdlib.h>

struct sparse {
  int rows, *start, *index;
  double *values;
};

static struct sparse *drop(struct sparse *a) {
  if (!a)
    return NULL;
  free(a->start);
  free(a->index);
  free(a->values);
  free(a);
  return NULL;
}

static struct sparse *make(int n, int entries, int values) {
  struct sparse *a = calloc(1, sizeof *a);
  if (!a)
    return NULL;
  a->rows = n;
  a->start = calloc(n + 1, sizeof(int));
  a->index = calloc(entries, sizeof(int));
  a->values = values ? calloc(entries, sizeof(double)) : NULL;
  return !a->start || !a->index || (values && !a->values) ? drop(a) : a;
}

static struct sparse *transposed(const struct sparse *a, int values) {
  int n = a->rows, *next = calloc(n + 1, sizeof(int));
  struct sparse *c = make(n, a->start[n], values && a->values);
  if (!c || !next)
    return drop(c);
  double *to = c->values;
  for (int k = 0; k < a->start[n]; k++)
    c->start[a->index[k] + 1]++;
  for (int i = 0; i < n; i++)
    next[i + 1] = c->start[i + 1] += c->start[i];
  for (int i = 0; i < n; i++)
    for (int k = a->start[i]; k < a->start[i + 1]; k++) {
      int at = next[a->index[k]]++;
      c->index[at] = i;
      if (to)
        to[at] = a->values[k];
    }
  free(next);
  return c;
}

double f(const double *x, int n) {
  struct sparse *a = make(n, n * n, 1);
  int at = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++)
      if ((i + 2 * k) % 4 != 1) {
        a->index[at] = k;
        a->values[at++] = x[i * n + k] * x[k];
      }
    a->start[i + 1] = at;
  }
  struct sparse *pattern = transposed(a, 0), *t = transposed(a, 1);
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int k = pattern->start[i]; k < pattern->start[i + 1]; k++)
      sum += t->values[k] * t->values[k] * (pattern->index[k] + 1) * x[i];
  drop(a);
  drop(pattern);
  drop(t);
  return sum;
}
