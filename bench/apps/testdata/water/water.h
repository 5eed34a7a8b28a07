// Shallow water in a basin of nx×ny cells.
#ifndef WATER_H
#define WATER_H

struct basin {
  int nx, ny, steps;
  double dt, dx;
  const double *gauge; // the depth that is aimed at, in every cell
};

// now, next: depth and discharges in both directions, three arrays one after the other with a rim of one cell. Gives half the squared
// distance of the depth from what gauges show at the end.
double water(const struct basin *b, double *now, double *next, double *flux);

void water_hand(const struct basin *b, double *now, double *d_now, double *next, double *d_next, double *flux);

#endif
