// Molecular dynamics by velocity Verlet (Allen and Tildesley, Computer Simulation of Liquids): linked cells that are sorted
// anew in every step, and a table of potentials by pair of kinds: Lennard-Jones, Morse, a soft Gaussian; a factor takes them
// smoothly to zero.
#include <math.h>

#include "md.h"

const int md_neighbours[14][3] = {{0, 0, 0},  {1, 0, 0},  {-1, 1, 0}, {0, 1, 0}, {1, 1, 0},  {-1, -1, 1}, {0, -1, 1},
                                  {1, -1, 1}, {-1, 0, 1}, {0, 0, 1},  {1, 0, 1}, {-1, 1, 1}, {0, 1, 1},   {1, 1, 1}};

// A potential gives the energy of a pair and the force over the distance.
typedef double (*potential)(double square, const double *p, double *force);

static double lennard_jones(double square, const double *p, double *force) {
  double inverse = 1 / square, s2 = p[1] * p[1] * inverse, s6 = s2 * s2 * s2;
  *force = 24 * p[0] * (2 * s6 * s6 - s6) * inverse;
  return 4 * p[0] * (s6 * s6 - s6);
}

static double morse(double square, const double *p, double *force) {
  double r = sqrt(square), e = exp(-p[1] * (r - p[2]));
  *force = 2 * p[0] * p[1] * (e * e - e) / r;
  return p[0] * (e * e - 2 * e);
}

static double soft(double square, const double *p, double *force) {
  double e = p[0] * exp(-p[1] * square);
  *force = 2 * p[1] * e;
  return e;
}

static const potential potentials[] = {lennard_jones, morse, soft};

static int cell_of(const struct box *b, const double *x) {
  int at[3];
  for (int d = 0; d < 3; d++) {
    double inside = x[d] - b->edge * floor(x[d] / b->edge);
    at[d] = (int)(inside / b->edge * b->cells) % b->cells;
  }
  return (at[2] * b->cells + at[1]) * b->cells + at[0];
}

void md_sort(const struct box *b, const double *x) {
  for (int c = 0; c < b->cells * b->cells * b->cells; c++)
    b->head[c] = -1;
  for (int i = 0; i < b->n; i++) {
    int c = cell_of(b, x + 3 * i);
    b->next[i] = b->head[c];
    b->head[c] = i;
  }
}

static double pair(const struct box *b, const double *x, const double *p, double *a, int i, int j) {
  double d[3], square = 0, force;
  for (int k = 0; k < 3; k++) {
    d[k] = x[3 * i + k] - x[3 * j + k];
    d[k] -= b->edge * floor(d[k] / b->edge + 0.5);
    square += d[k] * d[k];
  }
  double most = b->cutoff * b->cutoff;
  if (square >= most)
    return 0;
  int kinds = b->kind[i] * KINDS + b->kind[j];
  double energy = potentials[b->law[kinds]](square, p + PARAMETERS * kinds, &force);
  double left = 1 - square / most;
  force = left * left * (force * left + 6 * energy / most);
  energy *= left * left * left;
  for (int k = 0; k < 3; k++) {
    a[3 * i + k] += force * d[k];
    a[3 * j + k] -= force * d[k];
  }
  return energy;
}

static double forces(const struct box *b, const double *x, const double *p, double *a) {
  double energy = 0;
  md_sort(b, x);
  for (int i = 0; i < 3 * b->n; i++)
    a[i] = 0;
  for (int z = 0; z < b->cells; z++)
    for (int y = 0; y < b->cells; y++)
      for (int w = 0; w < b->cells; w++)
        for (int k = 0; k < 14; k++) {
          const int *by = md_neighbours[k];
          int z2 = (z + by[2] + b->cells) % b->cells, y2 = (y + by[1] + b->cells) % b->cells, w2 = (w + by[0] + b->cells) % b->cells;
          int other = b->head[(z2 * b->cells + y2) * b->cells + w2];
          for (int i = b->head[(z * b->cells + y) * b->cells + w]; i >= 0; i = b->next[i])
            for (int j = k ? other : b->next[i]; j >= 0; j = b->next[j])
              energy += pair(b, x, p, a, i, j);
        }
  return energy;
}

double md(const struct box *b, double *x, double *v, const double *p, double *a, int steps, double dt) {
  double energy = forces(b, x, p, a);
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < 3 * b->n; i++) {
      v[i] += 0.5 * dt * a[i];
      x[i] += dt * v[i];
    }
    energy = forces(b, x, p, a);
    for (int i = 0; i < 3 * b->n; i++)
      v[i] += 0.5 * dt * a[i];
  }
  for (int i = 0; i < 3 * b->n; i++)
    energy += 0.5 * v[i] * v[i];
  return energy;
}
