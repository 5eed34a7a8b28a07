// The adjoint of water: the state of every step is kept; going back, every face adds to the adjoints of its two cells.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "water.h"

static const double gravity = 9.81;

static inline void rusanov(double h0, double a0, double b0, double h1, double a1, double b1, double *restrict f) {
  double u0 = a0 / h0, u1 = a1 / h1;
  double s = fmax(fabs(u0) + sqrt(gravity * h0), fabs(u1) + sqrt(gravity * h1));
  f[0] = 0.5 * (a0 + a1 - s * (h1 - h0));
  f[1] = 0.5 * (a0 * u0 + a1 * u1 + 0.5 * gravity * (h0 * h0 + h1 * h1) - s * (a1 - a0));
  f[2] = 0.5 * (b0 * u0 + b1 * u1 - s * (b1 - b0));
}

// What adjoints f, g, k of a face's flux give to the state of either side, at i and j.
static inline void back(const double *restrict h, const double *restrict a, const double *restrict b, double *restrict d_h,
                        double *restrict d_a, double *restrict d_b, int i, int j, double f, double g, double k) {
  double r0 = 1 / h[i], r1 = 1 / h[j], u0 = a[i] * r0, u1 = a[j] * r1, v0 = b[i] * r0, v1 = b[j] * r1;
  double c0 = sqrt(gravity * h[i]), c1 = sqrt(gravity * h[j]), s0 = fabs(u0) + c0, s1 = fabs(u1) + c1;
  double s = s0 > s1 ? s0 : s1, d_s = -(f * (h[j] - h[i]) + g * (a[j] - a[i]) + k * (b[j] - b[i]));
  double t0 = s0 > s1 ? d_s : 0, t1 = s0 > s1 ? 0 : d_s;
  d_h[i] += s * f + g * (gravity * h[i] - u0 * u0) - k * u0 * v0 + t0 * r0 * (0.5 * c0 - fabs(u0));
  d_a[i] += f + g * (2 * u0 + s) + k * v0 + copysign(t0 * r0, u0 * t0);
  d_b[i] += k * (u0 + s);
  d_h[j] += -s * f + g * (gravity * h[j] - u1 * u1) - k * u1 * v1 + t1 * r1 * (0.5 * c1 - fabs(u1));
  d_a[j] += f + g * (2 * u1 - s) + k * v1 + copysign(t1 * r1, u1 * t1);
  d_b[j] += k * (u1 - s);
}

static void walls(const struct basin *b, double *q) {
  int w = b->nx + 2, n = w * (b->ny + 2);
  for (int k = 0; k < 3; k++, q += n) {
    for (int y = 1; y <= b->ny; y++) {
      q[y * w] = k == 1 ? -q[y * w + 1] : q[y * w + 1];
      q[y * w + b->nx + 1] = k == 1 ? -q[y * w + b->nx] : q[y * w + b->nx];
    }
    for (int x = 1; x <= b->nx; x++) {
      q[x] = k == 2 ? -q[x + w] : q[x + w];
      q[(b->ny + 1) * w + x] = k == 2 ? -q[b->ny * w + x] : q[b->ny * w + x];
    }
  }
}

static void back_walls(const struct basin *b, double *q) {
  int w = b->nx + 2, n = w * (b->ny + 2);
  for (int k = 0; k < 3; k++, q += n) {
    for (int x = 1; x <= b->nx; x++) {
      q[x + w] += k == 2 ? -q[x] : q[x];
      q[b->ny * w + x] += k == 2 ? -q[(b->ny + 1) * w + x] : q[(b->ny + 1) * w + x];
      q[x] = q[(b->ny + 1) * w + x] = 0;
    }
    for (int y = 1; y <= b->ny; y++) {
      q[y * w + 1] += k == 1 ? -q[y * w] : q[y * w];
      q[y * w + b->nx] += k == 1 ? -q[y * w + b->nx + 1] : q[y * w + b->nx + 1];
      q[y * w] = q[y * w + b->nx + 1] = 0;
    }
  }
}

static void forward(const struct basin *b, double *restrict q, double *restrict to, double *restrict flux) {
  int w = b->nx + 2, n = w * (b->ny + 2);
  const double *restrict h = q, *restrict hu = q + n, *restrict hv = q + 2 * n;
  double *restrict fx = flux, *restrict fy = flux + 3 * n, r = b->dt / b->dx;
  walls(b, q);
  for (int y = 1; y <= b->ny; y++)
    for (int at = y * w; at <= y * w + b->nx; at++)
      rusanov(h[at], hu[at], hv[at], h[at + 1], hu[at + 1], hv[at + 1], fx + 3 * at);
  for (int y = 0; y <= b->ny; y++)
    for (int at = y * w + 1; at <= y * w + b->nx; at++)
      rusanov(h[at], hv[at], hu[at], h[at + w], hv[at + w], hu[at + w], fy + 3 * at);
  for (int y = 1; y <= b->ny; y++)
    for (int at = y * w + 1; at <= y * w + b->nx; at++) {
      to[at] = h[at] - r * (fx[3 * at] - fx[3 * at - 3] + fy[3 * at] - fy[3 * (at - w)]);
      to[n + at] = hu[at] - r * (fx[3 * at + 1] - fx[3 * at - 2] + fy[3 * at + 2] - fy[3 * (at - w) + 2]);
      to[2 * n + at] = hv[at] - r * (fx[3 * at + 2] - fx[3 * at - 1] + fy[3 * at + 1] - fy[3 * (at - w) + 1]);
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

void water_hand(const struct basin *b, double *now, double *d_now, double *next, double *d_next, double *flux) {
  size_t w = b->nx + 2, n = w * (b->ny + 2), all = 3 * n;
  double *kept = keep((b->steps + 1) * all), r = 0.5 * b->dt / b->dx;
  memcpy(kept, now, all * sizeof *now);
  for (int t = 0; t < b->steps; t++)
    forward(b, kept + t * all, kept + (t + 1) * all, flux);
  double *d = d_now, *to = d_next;
  memset(d, 0, all * sizeof *d);
  for (int y = 1; y <= b->ny; y++)
    for (size_t at = y * w + 1; at <= y * w + b->nx; at++)
      d[at] = kept[b->steps * all + at] - b->gauge[at];
  for (int t = b->steps - 1; t >= 0; t--) {
    const double *restrict h = kept + t * all, *restrict hu = h + n, *restrict hv = hu + n;
    double *restrict d_h = to, *restrict d_u = to + n, *restrict d_v = to + 2 * n;
    const double *restrict e = d, *restrict eu = d + n, *restrict ev = d + 2 * n; // zero in the rim
    memcpy(to, d, all * sizeof *d);
    for (int y = 1; y <= b->ny; y++)
      for (size_t at = y * w; at <= y * w + b->nx; at++)
        back(h, hu, hv, d_h, d_u, d_v, at, at + 1, r * (e[at + 1] - e[at]), r * (eu[at + 1] - eu[at]), r * (ev[at + 1] - ev[at]));
    for (int y = 0; y <= b->ny; y++)
      for (size_t at = y * w + 1; at <= y * w + b->nx; at++)
        back(h, hv, hu, d_h, d_v, d_u, at, at + w, r * (e[at + w] - e[at]), r * (ev[at + w] - ev[at]), r * (eu[at + w] - eu[at]));
    back_walls(b, to);
    double *swap = d;
    d = to;
    to = swap;
  }
  if (d != d_now)
    memcpy(d_now, d, all * sizeof *d);
}
