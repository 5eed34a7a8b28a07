// Separators of strtok_r and strsep stand beside a float in memory with a derivative, and are no address.
// opt: tol=3e-2
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

struct format { double scale; char sep[4]; float weight; };

static double sum(struct format *f, char *text, int by) {
  double s = 0;
  char *at = text, *save = NULL;
  for (char *w = by ? strsep(&at, f->sep) : strtok_r(text, f->sep, &save); w; w = by ? strsep(&at, f->sep) : strtok_r(NULL, f->sep, &save))
    s += f->scale * f->weight * (*w ? w[0] - '0' : 0.5);
  return s;
}

double f(const double *x, size_t n) {
  struct format *f = malloc(sizeof *f);
  double s = 0;
  for (int k = 0; k < (int)n; k++) {
    char text[] = "1,2;3 4,,5";
    f->scale = x[k];
    f->weight = (float)x[(k + 1) % n];
    strcpy(f->sep, ",; ");
    s += sum(f, text, k % 2) * f->weight;
  }
  free(f);
  return s;
}
