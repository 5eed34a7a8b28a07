// A lattice Boltzmann method on a plane of nx×ny cells with nine velocities.
#ifndef LBM_H
#define LBM_H

struct plane {
  int nx, ny, steps;
  const char *solid;     // which cells are walls
  const double *wanted;  // the velocities that are aimed at, x and y of every cell
};

// f: populations, nine arrays one after the other; g: room for as many; omega: the relaxation of every cell. Gives
// half the squared distance of the velocities from the wanted ones after the steps.
double lbm(const struct plane *p, double *f, double *g, const double *omega);

void lbm_hand(const struct plane *p, double *f, double *d_f, double *g, double *d_g, const double *omega, double *d_omega);

#endif
