// The adjoint of md: the places of every step are kept, and one pass over the pairs goes back a step; it needs the second
// derivatives of the potentials.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "md.h"

struct slopes {
  double energy, force, by_square;               // the energy, the force over the distance, its derivative by the squared distance
  double force_by[PARAMETERS], energy_by[PARAMETERS]; // derivatives by the parameters
};

static void lennard_jones(double square, const double *p, struct slopes *s) {
  double inverse = 1 / square, s2 = p[1] * p[1] * inverse, s6 = s2 * s2 * s2, s12 = s6 * s6, by = 6 / p[1];
  s->force = 24 * p[0] * (2 * s12 - s6) * inverse;
  s->by_square = -24 * p[0] * (14 * s12 - 4 * s6) * inverse * inverse;
  s->force_by[0] = 24 * (2 * s12 - s6) * inverse;
  s->force_by[1] = 24 * p[0] * (4 * s12 - s6) * inverse * by;
  s->force_by[2] = 0;
  s->energy = 4 * p[0] * (s12 - s6);
  s->energy_by[0] = 4 * (s12 - s6);
  s->energy_by[1] = 4 * p[0] * (2 * s12 - s6) * by;
  s->energy_by[2] = 0;
}

static void morse(double square, const double *p, struct slopes *s) {
  double r = sqrt(square), inverse = 1 / r, e = exp(-p[1] * (r - p[2])), f = e * e - e, g = 2 * e * e - e;
  s->force = 2 * p[0] * p[1] * f * inverse;
  s->by_square = -(p[1] * p[0] * p[1] * g + 0.5 * s->force) * inverse * inverse;
  s->force_by[0] = 2 * p[1] * f * inverse;
  s->force_by[1] = 2 * p[0] * (f - p[1] * g * (r - p[2])) * inverse;
  s->force_by[2] = 2 * p[0] * p[1] * p[1] * g * inverse;
  s->energy = p[0] * (e * e - 2 * e);
  s->energy_by[0] = e * e - 2 * e;
  s->energy_by[1] = -2 * p[0] * f * (r - p[2]);
  s->energy_by[2] = 2 * p[0] * f * p[1];
}

static void soft(double square, const double *p, struct slopes *s) {
  double e = exp(-p[1] * square), f = p[0] * e;
  s->force = 2 * p[1] * f;
  s->by_square = -2 * p[1] * p[1] * f;
  s->force_by[0] = 2 * p[1] * e;
  s->force_by[1] = 2 * f * (1 - p[1] * square);
  s->force_by[2] = 0;
  s->energy = f;
  s->energy_by[0] = e;
  s->energy_by[1] = -square * f;
  s->energy_by[2] = 0;
}

static void (*const slopes_of[])(double, const double *, struct slopes *) = {lennard_jones, morse, soft};

enum { FORWARD, LAST, BACK };

// A pass over the pairs: accelerations, or what adjoints w of accelerations and, in the last step, an adjoint 1
// of the energy give to places and parameters.
static void pass(const struct box *b, int what, const double *restrict x, const double *p, double *restrict a,
                 const double *restrict w, double *restrict d_x, double *restrict d_p) {
  double square_cut = b->cutoff * b->cutoff, inverse = 1 / b->edge, inverse_cut = 1 / square_cut;
  int n = b->cells;
  md_sort(b, x);
  for (int c = 0; c < n * n * n; c++)
    for (int k = 0; k < 14; k++) {
      const int *by = md_neighbours[k];
      int z2 = (c / (n * n) + by[2] + n) % n, y2 = (c / n % n + by[1] + n) % n, w2 = (c % n + by[0] + n) % n;
      int other = b->head[(z2 * n + y2) * n + w2];
      for (int i = b->head[c]; i >= 0; i = b->next[i])
        for (int j = k ? other : b->next[i]; j >= 0; j = b->next[j]) {
          double d[3];
          for (int l = 0; l < 3; l++) {
            d[l] = x[3 * i + l] - x[3 * j + l];
            d[l] -= b->edge * floor(d[l] * inverse + 0.5);
          }
          double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
          if (square >= square_cut)
            continue;
          int kinds = b->kind[i] * KINDS + b->kind[j];
          struct slopes s;
          slopes_of[b->law[kinds]](square, p + PARAMETERS * kinds, &s);
          double left = 1 - square * inverse_cut, w0 = left * left * left, w1 = -3 * left * left * inverse_cut;
          double force = s.force * w0 - 2 * s.energy * w1;
          if (what == FORWARD) {
            for (int l = 0; l < 3; l++) {
              a[3 * i + l] += force * d[l];
              a[3 * j + l] -= force * d[l];
            }
            continue;
          }
          double e[3], along = 0;
          for (int l = 0; l < 3; l++) {
            e[l] = w[3 * i + l] - w[3 * j + l];
            along += e[l] * d[l];
          }
          double w2 = 6 * left * inverse_cut * inverse_cut;
          double slope = s.by_square * w0 + 2 * s.force * w1 - 2 * s.energy * w2;
          double t = 2 * slope * along - (what == LAST ? force : 0);
          for (int l = 0; l < 3; l++) {
            double g = force * e[l] + t * d[l];
            d_x[3 * i + l] += g;
            d_x[3 * j + l] -= g;
          }
          for (int l = 0; l < PARAMETERS; l++)
            d_p[PARAMETERS * kinds + l] +=
                (s.force_by[l] * w0 - 2 * s.energy_by[l] * w1) * along + (what == LAST ? s.energy_by[l] * w0 : 0);
        }
    }
}

void md_hand(const struct box *b, double *x, double *d_x, double *v, double *d_v, const double *p, double *d_p, double *a,
             double *w, int steps, double dt) {
  int n = 3 * b->n;
  double *all = malloc(sizeof *all * (steps + 1) * n);
  memcpy(all, x, sizeof *x * n);
  for (int t = 0; t < steps; t++) {
    double *from = all + (size_t)t * n, *to = from + n, h = t ? dt : 0.5 * dt; // two half kicks are one
    memset(a, 0, sizeof *a * n);
    pass(b, FORWARD, from, p, a, NULL, NULL, NULL);
    for (int i = 0; i < n; i++) {
      v[i] += h * a[i];
      to[i] = from[i] + dt * v[i];
    }
  }
  memset(a, 0, sizeof *a * n);
  if (steps)
    pass(b, FORWARD, all + (size_t)steps * n, p, a, NULL, NULL, NULL);
  for (int i = 0; i < n; i++) {
    v[i] += steps ? 0.5 * dt * a[i] : 0;
    d_v[i] = v[i];
    d_x[i] = 0;
  }
  for (int t = steps; t >= 0; t--) {
    for (int i = 0; i < n; i++)
      w[i] = t == steps && t == 0 ? 0 : (t == steps || t == 0 ? 0.5 : 1) * dt * d_v[i];
    pass(b, t == steps ? LAST : BACK, all + (size_t)t * n, p, NULL, w, d_x, d_p);
    if (t)
      for (int i = 0; i < n; i++)
        d_v[i] += dt * d_x[i];
  }
  free(all);
}
