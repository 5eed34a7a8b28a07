// Shallow water by finite volumes with Rusanov's flux (LeVeque, Finite Volume Methods for Hyperbolic Problems): walls
// around, forward Euler; fluxes of all faces first, then all cells; two states change places.
#include <math.h>
#include <stddef.h>

#include "water.h"

static const double gravity = 9.81;

// The flux between two states; across is the discharge through the face, along the other.
static void rusanov(double h0, double across0, double along0, double h1, double across1, double along1, double *f) {
  double u0 = across0 / h0, u1 = across1 / h1;
  double s0 = fabs(u0) + sqrt(gravity * h0), s1 = fabs(u1) + sqrt(gravity * h1), s = s0 > s1 ? s0 : s1;
  f[0] = 0.5 * (across0 + across1) - 0.5 * s * (h1 - h0);
  f[1] = 0.5 * (across0 * u0 + 0.5 * gravity * h0 * h0 + across1 * u1 + 0.5 * gravity * h1 * h1) - 0.5 * s * (across1 - across0);
  f[2] = 0.5 * (along0 * u0 + along1 * u1) - 0.5 * s * (along1 - along0);
}

static void walls(const struct basin *b, double *q) {
  int w = b->nx + 2, n = w * (b->ny + 2);
  double *h = q, *hu = q + n, *hv = q + 2 * n;
  for (int y = 1; y <= b->ny; y++) {
    int l = y * w, r = l + b->nx + 1;
    h[l] = h[l + 1], hu[l] = -hu[l + 1], hv[l] = hv[l + 1];
    h[r] = h[r - 1], hu[r] = -hu[r - 1], hv[r] = hv[r - 1];
  }
  for (int x = 1; x <= b->nx; x++) {
    int d = x, u = (b->ny + 1) * w + x;
    h[d] = h[d + w], hu[d] = hu[d + w], hv[d] = -hv[d + w];
    h[u] = h[u - w], hu[u] = hu[u - w], hv[u] = -hv[u - w];
  }
}

static void step(const struct basin *b, double *q, double *to, double *flux) {
  int w = b->nx + 2, n = w * (b->ny + 2);
  double *h = q, *hu = q + n, *hv = q + 2 * n, *fx = flux, *fy = flux + 3 * n, r = b->dt / b->dx;
  walls(b, q);
  for (int y = 1; y <= b->ny; y++)
    for (int x = 0; x <= b->nx; x++) {
      int at = y * w + x;
      rusanov(h[at], hu[at], hv[at], h[at + 1], hu[at + 1], hv[at + 1], fx + 3 * at);
    }
  for (int y = 0; y <= b->ny; y++)
    for (int x = 1; x <= b->nx; x++) {
      int at = y * w + x;
      rusanov(h[at], hv[at], hu[at], h[at + w], hv[at + w], hu[at + w], fy + 3 * at);
    }
  for (int y = 1; y <= b->ny; y++)
    for (int x = 1; x <= b->nx; x++) {
      int at = y * w + x;
      const double *e = fx + 3 * at, *l = fx + 3 * (at - 1), *u = fy + 3 * at, *d = fy + 3 * (at - w);
      to[at] = h[at] - r * (e[0] - l[0] + u[0] - d[0]);
      to[n + at] = hu[at] - r * (e[1] - l[1] + u[2] - d[2]);
      to[2 * n + at] = hv[at] - r * (e[2] - l[2] + u[1] - d[1]);
    }
}

double water(const struct basin *b, double *now, double *next, double *flux) {
  for (int t = 0; t < b->steps; t++) {
    step(b, now, next, flux);
    double *swap = now;
    now = next;
    next = swap;
  }
  double sum = 0;
  int w = b->nx + 2;
  for (int y = 1; y <= b->ny; y++)
    for (int x = 1; x <= b->nx; x++) {
      double e = now[y * w + x] - b->gauge[y * w + x];
      sum += 0.5 * e * e;
    }
  return sum;
}
