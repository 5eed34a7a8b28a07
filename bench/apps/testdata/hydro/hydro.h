// Explicit hydrodynamics of a blast on an unstructured mesh of hexahedra.
#ifndef HYDRO_H
#define HYDRO_H

struct mesh {
  int elems, nodes, rim, regions;
  const int *node;            // 8 for every element
  const int *next[3][2];      // the neighbour of every element, down and up each direction
  const int *side[3][2];      // what is there: INSIDE, MIRROR or FREE
  const int *plane[3];        // the rim nodes that stay in their plane
  const int *list, *first;    // the elements of every region, where a region begins
};

enum { INSIDE, MIRROR, FREE };

struct state {
  double *x[3], *u[3], *a[3], *f[3], *mass;                  // of nodes: places, velocities, accelerations, forces
  double *e, *p, *q, *ql, *qq, *v, *volo, *vnew, *delv;      // of elements: energy, pressure, viscosity and its two
  double *vdov, *length, *sound, *elem_mass;                 // terms, relative volumes; rate, length, speed of sound
  double dt, time, courant, volume_change;
};

// Runs up to `cycles` steps or to the end of time; gives the energy of the element at the origin.
double hydro(const struct mesh *m, struct state *s, int cycles, int *done);

double hydro_volume(const double c[3][8]);

#endif
