// Docking by an empirical free energy, as the Bristol University Docking Engine has it (McIntosh-Smith et al. 2015): each
// pair of atoms gives a clash, a charge or a hydrogen bond, and a desolvation, all linear in the distance, piece by piece. The
// innermost loop goes over the poses of a block.
#include <float.h>
#include <math.h>

#include "docking.h"

static void block(const struct deck *d, const double *pose, double *energy) {
  double turn[3][4][BLOCK], sum[BLOCK];
  for (int p = 0; p < BLOCK; p++) {
    double sx = sin(pose[p]), cx = cos(pose[p]);
    double sy = sin(pose[d->poses + p]), cy = cos(pose[d->poses + p]);
    double sz = sin(pose[2 * d->poses + p]), cz = cos(pose[2 * d->poses + p]);
    turn[0][0][p] = cy * cz;
    turn[0][1][p] = sx * sy * cz - cx * sz;
    turn[0][2][p] = cx * sy * cz + sx * sz;
    turn[0][3][p] = pose[3 * d->poses + p];
    turn[1][0][p] = cy * sz;
    turn[1][1][p] = sx * sy * sz + cx * cz;
    turn[1][2][p] = cx * sy * sz - sx * cz;
    turn[1][3][p] = pose[4 * d->poses + p];
    turn[2][0][p] = -sy;
    turn[2][1][p] = sx * cy;
    turn[2][2][p] = cx * cy;
    turn[2][3][p] = pose[5 * d->poses + p];
    sum[p] = 0;
  }
  for (int l = 0; l < d->ligands; l++) {
    const struct atom *a = d->ligand + l;
    const struct element *ea = d->elements + a->type;
    double x[BLOCK], y[BLOCK], z[BLOCK];
    for (int p = 0; p < BLOCK; p++) {
      x[p] = turn[0][3][p] + a->x * turn[0][0][p] + a->y * turn[0][1][p] + a->z * turn[0][2][p];
      y[p] = turn[1][3][p] + a->x * turn[1][0][p] + a->y * turn[1][1][p] + a->z * turn[1][2][p];
      z[p] = turn[2][3][p] + a->x * turn[2][0][p] + a->y * turn[2][1][p] + a->z * turn[2][2][p];
    }
    for (int k = 0; k < d->proteins; k++) {
      const struct atom *b = d->protein + k;
      const struct element *eb = d->elements + b->type;
      double radii = ea->radius + eb->radius, inverse = 1 / radii;
      int acceptors = ea->bond == ACCEPTOR && eb->bond == ACCEPTOR, donor = ea->bond == DONOR || eb->bond == DONOR;
      double reach = acceptors ? 4 : 2, slope = acceptors ? 0.25 : 0.5;
      double wet_a = ea->hydrophobic * (eb->hydrophobic < 0 && ea->hydrophobic > 0 ? -1 : 1);
      double wet_b = eb->hydrophobic * (eb->hydrophobic > 0 && ea->hydrophobic < 0 ? -1 : 1);
      double wet_reach = eb->hydrophobic < 0 ? (ea->hydrophobic < 0 ? 5.5 : 1) : ea->hydrophobic < 0 ? 1 : -FLT_MAX;
      double wet_slope = 1 / wet_reach, charges = ea->charge * eb->charge, wet = wet_a + wet_b;
      int is_wet = eb->hydrophobic != 0;
      for (int p = 0; p < BLOCK; p++) {
        double dx = x[p] - b->x, dy = y[p] - b->y, dz = z[p] - b->z;
        double distance = sqrt(dx * dx + dy * dy + dz * dz), gap = distance - radii;
        int clash = gap < 0;
        sum[p] += (1 - distance * inverse) * (clash ? 76 : 0);
        double e = charges * ((clash ? 1 : 1 - gap * slope) * (gap < reach ? 1 : 0));
        double bond = -fabs(e);
        sum[p] += (donor ? bond : e) * 45;
        double w = wet * (gap < wet_reach && is_wet ? 1 : 0);
        sum[p] += w * (clash ? 1 : 1 - gap * wet_slope);
      }
    }
  }
  for (int p = 0; p < BLOCK; p++)
    energy[p] = 0.5 * sum[p];
}

void docking(const struct deck *d, const double *pose, double *energy) {
  for (int p = 0; p < d->poses; p += BLOCK)
    block(d, pose + p, energy + p);
}
