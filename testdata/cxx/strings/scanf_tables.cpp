// A law of forces whose table is read from a file by scanf, in front of and between what is
// differentiated: what is read goes to locals, to rows of numbers and to weights in a loop.
// llad: func tables_read double
// llad: arg x dup double[6] {0.6,0.72,1.27,0.3,1.1,0.9}
// llad: arg n const int 6
// llad: tags heap call

#include <cstdio>
#include <cstdlib>
#include <cstring>

struct table {
  int n;
  double step, *values;
};

struct law {
  double cutoff;
  char name[8];
  double (*eval)(struct law *, double);
  struct table *t;
};

static double tabled(struct law *l, double r) {
  struct table *t = l->t;
  int k = (int)(r / t->step);
  if (k > t->n - 2) k = t->n - 2;
  double h = r / t->step - k;
  return t->values[k] * (1 - h) + t->values[k + 1] * h;
}

static void read_law(struct law *l, FILE *in) {
  char line[128], name[8];
  int n = 0;
  double step = 0, cutoff = 0;
  if (!fgets(line, sizeof line, in) || sscanf(line, "%d %lf %lf %7s", &n, &step, &cutoff, name) != 4) abort();
  l->cutoff = cutoff;
  strcpy(l->name, name);
  l->t = (struct table *)malloc(sizeof *l->t);
  l->t->n = n;
  l->t->step = step;
  l->t->values = (double *)malloc(n * sizeof(double));
  double *row = (double *)malloc(n * sizeof(double));
  for (int i = 0; i < n; i++)
    if (fscanf(in, "%lf", row + i) != 1) abort();
  for (int i = 0; i < n; i++) l->t->values[i] = row[i] / (1 + i * step);
  free(row);
}

extern "C" double tables_read(const double *x, int n) {
  FILE *in = tmpfile();
  if (!in) abort();
  fputs("5 0.5 2.5 cu\n1 4 12 20 35\n0.5 1.5 2 0.75 3 1.25\n", in);
  rewind(in);
  struct law *l = (struct law *)malloc(sizeof *l);
  l->eval = tabled;
  read_law(l, in);
  l->cutoff *= x[0];
  double s = 0, weight;
  for (int i = 0; i < n; i++) {
    if (fscanf(in, "%lf", &weight) != 1) abort();
    if (x[i] < l->cutoff) s += weight * l->eval(l, x[i]) * x[(i + 1) % n] * x[i];
  }
  fclose(in);
  s *= l->cutoff * l->name[0] / 99;
  free(l->t->values);
  free(l->t);
  free(l);
  return s;
}
