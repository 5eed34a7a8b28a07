// The adjoint of docking: energies are linear in distances, so that the gradient by a ligand atom's place needs one pass over the
// protein, from which those by the turn follow.
#include <float.h>
#include <math.h>

#include "docking.h"

static void block(const struct deck *d, const double *restrict pose, double *restrict d_pose, double *restrict energy,
                  double *restrict d_energy) {
  double s[3][BLOCK], c[3][BLOCK], turn[3][4][BLOCK], back[3][4][BLOCK] = {{{0}}}, sum[BLOCK] = {0};
  int n = d->poses;
  for (int p = 0; p < BLOCK; p++) {
    for (int k = 0; k < 3; k++)
      s[k][p] = sin(pose[k * n + p]), c[k][p] = cos(pose[k * n + p]);
    turn[0][0][p] = c[1][p] * c[2][p];
    turn[0][1][p] = s[0][p] * s[1][p] * c[2][p] - c[0][p] * s[2][p];
    turn[0][2][p] = c[0][p] * s[1][p] * c[2][p] + s[0][p] * s[2][p];
    turn[1][0][p] = c[1][p] * s[2][p];
    turn[1][1][p] = s[0][p] * s[1][p] * s[2][p] + c[0][p] * c[2][p];
    turn[1][2][p] = c[0][p] * s[1][p] * s[2][p] - s[0][p] * c[2][p];
    turn[2][0][p] = -s[1][p];
    turn[2][1][p] = s[0][p] * c[1][p];
    turn[2][2][p] = c[0][p] * c[1][p];
    for (int k = 0; k < 3; k++)
      turn[k][3][p] = pose[(3 + k) * n + p];
  }
  for (int l = 0; l < d->ligands; l++) {
    const struct atom *a = d->ligand + l;
    const struct element *ea = d->elements + a->type;
    double x[3][BLOCK], f[3][BLOCK] = {{0}};
    for (int k = 0; k < 3; k++)
      for (int p = 0; p < BLOCK; p++)
        x[k][p] = turn[k][3][p] + a->x * turn[k][0][p] + a->y * turn[k][1][p] + a->z * turn[k][2][p];
    for (int k = 0; k < d->proteins; k++) {
      const struct atom *b = d->protein + k;
      const struct element *eb = d->elements + b->type;
      double radii = ea->radius + eb->radius, inverse = 1 / radii;
      int acceptors = ea->bond == ACCEPTOR && eb->bond == ACCEPTOR, donor = ea->bond == DONOR || eb->bond == DONOR;
      double reach = acceptors ? 4 : 2, slope = acceptors ? 0.25 : 0.5;
      double ha = ea->hydrophobic, hb = eb->hydrophobic;
      double wet = hb == 0 ? 0 : ha * (hb < 0 && ha > 0 ? -1 : 1) + hb * (hb > 0 && ha < 0 ? -1 : 1);
      double wet_reach = hb < 0 ? (ha < 0 ? 5.5 : 1) : ha < 0 ? 1 : -FLT_MAX, wet_slope = 1 / wet_reach;
      double charge = 45 * ea->charge * eb->charge;
      if (donor) // a factor of at least zero remains where it acts
        charge = -fabs(charge);
      for (int p = 0; p < BLOCK; p++) {
        double dx = x[0][p] - b->x, dy = x[1][p] - b->y, dz = x[2][p] - b->z;
        double distance = sqrt(dx * dx + dy * dy + dz * dz), gap = distance - radii;
        double q = gap < reach ? charge : 0, w = gap < wet_reach ? wet : 0;
        sum[p] += gap < 0 ? 76 * (1 - distance * inverse) + q + w : q * (1 - gap * slope) + w * (1 - gap * wet_slope);
        double by = (gap < 0 ? -76 * inverse : -q * slope - w * wet_slope) / distance;
        f[0][p] += by * dx, f[1][p] += by * dy, f[2][p] += by * dz;
      }
    }
    for (int k = 0; k < 3; k++)
      for (int p = 0; p < BLOCK; p++) {
        back[k][0][p] += a->x * f[k][p];
        back[k][1][p] += a->y * f[k][p];
        back[k][2][p] += a->z * f[k][p];
        back[k][3][p] += f[k][p];
      }
  }
  for (int p = 0; p < BLOCK; p++) {
    double g = 0.5 * d_energy[p], sx = s[0][p], cx = c[0][p], sy = s[1][p], cy = c[1][p], sz = s[2][p], cz = c[2][p];
    energy[p] = 0.5 * sum[p];
    d_energy[p] = 0;
    d_pose[p] += g * (back[0][1][p] * (cx * sy * cz + sx * sz) + back[0][2][p] * (cx * sz - sx * sy * cz) +
                      back[1][1][p] * (cx * sy * sz - sx * cz) - back[1][2][p] * (sx * sy * sz + cx * cz) +
                      back[2][1][p] * cx * cy - back[2][2][p] * sx * cy);
    d_pose[n + p] += g * (-back[0][0][p] * sy * cz + back[0][1][p] * sx * cy * cz + back[0][2][p] * cx * cy * cz -
                          back[1][0][p] * sy * sz + back[1][1][p] * sx * cy * sz + back[1][2][p] * cx * cy * sz -
                          back[2][0][p] * cy - back[2][1][p] * sx * sy - back[2][2][p] * cx * sy);
    d_pose[2 * n + p] += g * (-back[0][0][p] * cy * sz - back[0][1][p] * (sx * sy * sz + cx * cz) +
                              back[0][2][p] * (sx * cz - cx * sy * sz) + back[1][0][p] * cy * cz +
                              back[1][1][p] * (sx * sy * cz - cx * sz) + back[1][2][p] * (cx * sy * cz + sx * sz));
    for (int k = 0; k < 3; k++)
      d_pose[(3 + k) * n + p] += g * back[k][3][p];
  }
}

void docking_hand(const struct deck *d, const double *pose, double *d_pose, double *energy, double *d_energy) {
  for (int p = 0; p < d->poses; p += BLOCK)
    block(d, pose + p, d_pose + p, energy + p, d_energy + p);
}
