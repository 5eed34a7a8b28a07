// Elements of arrays that change places, in steps, and what is read of them in between: numbers
// of elements, floats, structs, rows behind pointers; sorted by swaps, and swapped with themselves.
// llad: func f double
// llad: arg x dup double[7] {0.5,0.75,-0.25,1.25,0.625,-0.875,0.375}
// llad: arg n const int 7
// llad: arg steps const int 9
#include <math.h>
#include <stdlib.h>

struct point {
  double a, b, c;
  int id;
};

static unsigned draw(unsigned *s) {
  *s = *s * 1664525u + 1013904223u;
  return *s >> 8;
}

double f(const double *x, int n, int steps) {
  int *order = malloc(n * sizeof *order);
  double *y = malloc(n * sizeof *y), **rows = malloc(n * sizeof *rows);
  struct point p[4];
  for (int i = 0; i < n; i++) {
    order[i] = i;
    y[i] = x[i] * x[i] + 0.5;
    rows[i] = malloc(2 * sizeof **rows);
    rows[i][0] = x[i];
    rows[i][1] = x[i] * (i + 1);
  }
  for (int i = 0; i < 4; i++) {
    p[i].a = x[i];
    p[i].b = x[i] * x[i + 1];
    p[i].c = 1 + i;
    p[i].id = i;
  }
  double sum = 0;
  unsigned s = 12345;
  for (int t = 0; t < steps; t++) {
    int early = order[0] % 3 + 2; // read in front of the swaps, used behind them
    for (int i = n - 1; i > 0; i--) {
      int j = draw(&s) % (i + 1), q = order[i];
      order[i] = order[j];
      order[j] = q;
    }
    int i = draw(&s) % n, j = draw(&s) % n;
    double z = y[i];
    y[i] = y[j];
    y[j] = z;
    if (t % 3 == 1) {
      for (int k = 0; k < n; k++)
        for (int l = 0; l + 1 < n - k; l++)
          if (y[l] > y[l + 1]) {
            double u = y[l];
            y[l] = y[l + 1];
            y[l + 1] = u;
          }
    }
    double *row = rows[t % n];
    rows[t % n] = rows[(3 * t + 2) % n];
    rows[(3 * t + 2) % n] = row;
    struct point held = p[t % 4];
    p[t % 4] = p[(t * t + 1) % 4];
    p[(t * t + 1) % 4] = held;
    for (int k = 0; k + 1 < n; k++)
      sum += sin(x[order[k]] * y[k]) * rows[k][0] + cos(rows[k + 1][1] * y[k + 1]) * (k + early);
    for (int k = 0; k < 3; k++)
      sum += sin(p[k].a * p[k + 1].b) * p[k].c + x[p[k].id] * early;
  }
  for (int i = 0; i < n; i++)
    free(rows[i]);
  free(rows);
  free(order);
  free(y);
  return sum;
}
