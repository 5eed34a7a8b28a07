// Memory that iterations make and end: always, on some ways, left by break and continue, made by a function.
// llad: func f double
// llad: arg x dup double[12] {0.7,1.3,0.4,1.9,0.55,1.1,0.25,0.8,1.6,0.95,0.35,1.45}
// llad: arg n const int 4
// llad: arg d const int 3
#include <math.h>
#include <stdlib.h>
#include <string.h>
static double *copied(const double *x, int d) {
  double *a = malloc(d * sizeof *a);
  memcpy(a, x, d * sizeof *a);
  return a;
}
double f(const double *x, int n, int d) {
  double s = 0, carried = 1;
  for (int i = 0; i < n; i++) {
    double *a = copied(x + i * d, d), *b = malloc(d * sizeof *b);
    for (int j = 0; j < d; j++)
      b[j] = a[j] * a[d - 1 - j];
    if (b[0] > 1.2) {
      free(a);
      free(b);
      continue;
    }
    for (int j = 0; j < d; j++)
      s += exp(-b[j] * a[j]);
    free(b);
    free(a);
  }
  for (int i = 0; i < n; i++) {
    double *w = malloc(d * sizeof *w);
    if (x[i] > 1.5) {
      free(w);
      break;
    }
    for (int j = 0; j < d; j++)
      w[j] = j ? w[j - 1] * x[i * d + j] : x[i];
    carried = carried * w[d - 1] + w[0];
    free(w);
  }
  double *last = NULL;
  for (int i = 0; i < n; i++) { // lives until the next iteration
    double *v = malloc(sizeof *v);
    *v = x[i] + (last ? *last * x[i + 1] : 0);
    free(last);
    last = v;
  }
  s += *last;
  free(last);
  for (int i = 0; i < n; i++) {
    double *z = calloc(d, sizeof *z); // a sum that starts at nothing
    for (int j = 0; j < d; j++)
      z[j % 2] += x[i * d + j] * x[j];
    s += z[0] * z[1];
    free(z);
  }
  return s + carried;
}
