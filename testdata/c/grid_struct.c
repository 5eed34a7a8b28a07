// Arrays of numbers and of floats in one struct on the heap, filled element by element;
// the numbers are rounded from floats.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.25)
// llad: tags struct heap loop
#include <stdlib.h>
struct grid { int cells[3]; int total; double lo[3], size[3]; };

static struct grid *make(const double *extent, double cut) {
  struct grid *g = malloc(sizeof *g);
  g->total = 1;
  for (int i = 0; i < 3; i++) {
    g->cells[i] = (int)(extent[i] / cut);
    g->size[i] = extent[i] / g->cells[i];
    g->lo[i] = 0.5 * g->size[i];
    g->total *= g->cells[i];
  }
  return g;
}

double f(const double *x) {
  double extent[3];
  for (int i = 0; i < 3; i++)
    extent[i] = 10 * x[i] * x[3];
  struct grid *g = make(extent, 1.3);
  double s = 0;
  for (int i = 0; i < 3; i++)
    s += g->size[i] * g->lo[(i + 1) % 3] / g->total;
  free(g);
  return s;
}
