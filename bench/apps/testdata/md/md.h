// Molecular dynamics of particles of several kinds in a periodic box.
#ifndef MD_H
#define MD_H

enum { KINDS = 3, PAIRS = KINDS * KINDS, PARAMETERS = 3 };

struct box {
  int n, cells;       // particles, cells along each edge
  double edge, cutoff;
  const int *kind;    // of every particle
  const int *law;     // which potential every pair of kinds has
  int *head, *next;   // of every cell the first particle, of every particle the next in its cell
};

// x, v: places and velocities (3 for every particle), p: parameters of every pair of kinds, a: room
// for accelerations. Gives the energy after so many steps.
double md(const struct box *b, double *x, double *v, const double *p, double *a, int steps, double dt);

void md_hand(const struct box *b, double *x, double *d_x, double *v, double *d_v, const double *p, double *d_p, double *a,
             double *d_a, int steps, double dt);

// Sorts the particles into cells.
void md_sort(const struct box *b, const double *x);

// The half of a cell's neighbours, itself first.
extern const int md_neighbours[14][3];

#endif
