// Flow by the lattice Boltzmann method (Qian, d'Humières, Lallemand 1992): D2Q9, collisions of one relaxation time, which
// varies, walls that bounce back, both directions periodic. Every cell pulls from its neighbours; two fields change places.
#include <stddef.h>

#include "lbm.h"

static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int back[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double weight[9] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

static void step(const struct plane *p, const double *f, double *g, const double *omega) {
  int nx = p->nx, ny = p->ny, n = nx * ny;
  for (int y = 0; y < ny; y++)
    for (int x = 0; x < nx; x++) {
      int at = y * nx + x;
      double in[9], rho = 0, mx = 0, my = 0;
      if (p->solid[at])
        continue;
      for (int i = 0; i < 9; i++) {
        int from = (y - cy[i] + ny) % ny * nx + (x - cx[i] + nx) % nx;
        in[i] = p->solid[from] ? f[back[i] * n + at] : f[i * n + from];
        rho += in[i];
        mx += cx[i] * in[i];
        my += cy[i] * in[i];
      }
      double ux = mx / rho, uy = my / rho, square = 1.5 * (ux * ux + uy * uy);
      for (int i = 0; i < 9; i++) {
        double cu = 3 * (cx[i] * ux + cy[i] * uy);
        double rest = weight[i] * rho * (1 + cu + 0.5 * cu * cu - square);
        g[i * n + at] = in[i] + omega[at] * (rest - in[i]);
      }
    }
}

double lbm(const struct plane *p, double *f, double *g, const double *omega) {
  int n = p->nx * p->ny;
  for (int t = 0; t < p->steps; t++) {
    step(p, f, g, omega);
    double *swap = f;
    f = g;
    g = swap;
  }
  double sum = 0;
  for (int at = 0; at < n; at++) {
    if (p->solid[at])
      continue;
    double rho = 0, mx = 0, my = 0;
    for (int i = 0; i < 9; i++) {
      rho += f[i * n + at];
      mx += cx[i] * f[i * n + at];
      my += cy[i] * f[i * n + at];
    }
    double ex = mx / rho - p->wanted[2 * at], ey = my / rho - p->wanted[2 * at + 1];
    sum += 0.5 * (ex * ex + ey * ey);
  }
  return sum;
}
