// The adjoint of lbm: the populations of every step are kept; every population goes to one place, so that going back each adjoint
// is stored once.
#include <stdlib.h>
#include <string.h>

#include "lbm.h"

static const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const int back[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
static const double weight[9] = {4.0 / 9,  1.0 / 9,  1.0 / 9,  1.0 / 9, 1.0 / 9,
                                 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};

static inline void sources(const struct plane *p, int x, int y, int at, int n, int from[9]) {
  int nx = p->nx, ny = p->ny, ym = y ? y - 1 : ny - 1, yp = y + 1 < ny ? y + 1 : 0, xm = x ? x - 1 : nx - 1, xp = x + 1 < nx ? x + 1 : 0;
  int ys[3] = {yp * nx, y * nx, ym * nx}, xs[3] = {xp, x, xm};
  for (int i = 0; i < 9; i++) {
    int k = ys[cy[i] + 1] + xs[cx[i] + 1];
    from[i] = p->solid[k] ? back[i] * n + at : i * n + k;
  }
}

static void forward(const struct plane *p, const double *restrict f, double *restrict g, const double *restrict omega) {
  int n = p->nx * p->ny;
  for (int y = 0; y < p->ny; y++)
    for (int x = 0; x < p->nx; x++) {
      int at = y * p->nx + x, from[9];
      double in[9], rho = 0, mx = 0, my = 0;
      if (p->solid[at])
        continue;
      sources(p, x, y, at, n, from);
      for (int i = 0; i < 9; i++) {
        in[i] = f[from[i]];
        rho += in[i], mx += cx[i] * in[i], my += cy[i] * in[i];
      }
      double inverse = 1 / rho, ux = mx * inverse, uy = my * inverse, square = 1.5 * (ux * ux + uy * uy), o = omega[at];
      for (int i = 0; i < 9; i++) {
        double cu = 3 * (cx[i] * ux + cy[i] * uy);
        g[i * n + at] = in[i] + o * (weight[i] * rho * (1 + cu + 0.5 * cu * cu - square) - in[i]);
      }
    }
}

static void backward(const struct plane *p, const double *restrict f, double *restrict d_f, const double *restrict d_g,
                     const double *restrict omega, double *restrict d_omega) {
  int n = p->nx * p->ny;
  for (int y = 0; y < p->ny; y++)
    for (int x = 0; x < p->nx; x++) {
      int at = y * p->nx + x, from[9];
      double in[9], rho = 0, mx = 0, my = 0;
      if (p->solid[at])
        continue;
      sources(p, x, y, at, n, from);
      for (int i = 0; i < 9; i++) {
        in[i] = f[from[i]];
        rho += in[i], mx += cx[i] * in[i], my += cy[i] * in[i];
      }
      double inverse = 1 / rho, ux = mx * inverse, uy = my * inverse, square = 1.5 * (ux * ux + uy * uy), o = omega[at];
      double d_rho = 0, d_ux = 0, d_uy = 0, d_o = 0, d[9];
      for (int i = 0; i < 9; i++) {
        double cu = 3 * (cx[i] * ux + cy[i] * uy), share = weight[i] * (1 + cu + 0.5 * cu * cu - square);
        d[i] = d_g[i * n + at];
        d_o += d[i] * (rho * share - in[i]);
        double e = o * d[i], h = e * weight[i] * rho;
        d_rho += e * share;
        d_ux += h * (3 * cx[i] * (1 + cu) - 3 * ux);
        d_uy += h * (3 * cy[i] * (1 + cu) - 3 * uy);
      }
      d_omega[at] += d_o;
      double d_mx = d_ux * inverse, d_my = d_uy * inverse;
      d_rho -= d_mx * ux + d_my * uy;
      for (int i = 0; i < 9; i++)
        d_f[from[i]] = (1 - o) * d[i] + d_rho + cx[i] * d_mx + cy[i] * d_my;
    }
}

// Memory that stays from one gradient to the next.
static double *keep(size_t n) {
  static double *all;
  static size_t room;
  if (n > room) {
    free(all);
    all = malloc(n * sizeof *all);
    room = n;
  }
  return all;
}

void lbm_hand(const struct plane *p, double *f, double *d_f, double *g, double *d_g, const double *omega, double *d_omega) {
  size_t n = (size_t)p->nx * p->ny, all = 9 * n;
  double *kept = keep((p->steps + 1) * all);
  memcpy(kept, f, all * sizeof *f);
  for (int t = 0; t < p->steps; t++)
    forward(p, kept + t * all, kept + (t + 1) * all, omega);
  const double *last = kept + p->steps * all;
  double *d = p->steps % 2 ? d_g : d_f, *other = p->steps % 2 ? d_f : d_g;
  for (size_t at = 0; at < n; at++) {
    if (p->solid[at]) {
      for (int i = 0; i < 9; i++)
        d[i * n + at] = 0;
      continue;
    }
    double rho = 0, mx = 0, my = 0;
    for (int i = 0; i < 9; i++)
      rho += last[i * n + at], mx += cx[i] * last[i * n + at], my += cy[i] * last[i * n + at];
    double ux = mx / rho, uy = my / rho, ex = (ux - p->wanted[2 * at]) / rho, ey = (uy - p->wanted[2 * at + 1]) / rho;
    for (int i = 0; i < 9; i++)
      d[i * n + at] = (cx[i] - ux) * ex + (cy[i] - uy) * ey;
  }
  for (int t = p->steps - 1; t >= 0; t--) {
    backward(p, kept + t * all, other, d, omega, d_omega);
    double *swap = d;
    d = other;
    other = swap;
  }
}
