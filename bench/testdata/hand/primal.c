// Hand tracking: a hand's surface points against measured points. 22 bones in a
// tree, each turned against its parent; every vertex follows the bones by its
// weights; every measured point corresponds to a place in a triangle of the
// surface. x: 26 pose parameters (rotation and position of the whole hand, the
// wrist, three bends for each finger, how four of them spread), then two triangle
// coordinates for every measured point.
#include <math.h>

#ifndef real
#define real double
#endif

enum { BONES = 22, POSE = 26 };

struct model {
  int vertices, points;
  const int *parent;       // of every bone, -1 for the root
  const double *base;      // 16 for every bone: turned against its parent at rest, by columns
  const double *inverse;   // 16 for every bone: from the hand at rest to the bone
  const double *rest;      // 3 for every vertex
  const double *weight;    // for every vertex one for each bone
  const int *corner;       // 3 for every measured point
  const double *measured;  // 3 for every measured point
};

static void multiply(const real *a, const real *b, real *c) {
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < 4; i++) {
      real sum = 0;
      for (int k = 0; k < 4; k++)
        sum += a[4 * k + i] * b[4 * j + k];
      c[4 * j + i] = sum;
    }
}

static void euler(real x, real y, real z, real *r) {
  real sx = sin(x), cx = cos(x), sy = sin(y), cy = cos(y), sz = sin(z), cz = cos(z);
  r[0] = cy * cz;
  r[1] = cy * sz;
  r[2] = -sy;
  r[4] = sx * sy * cz - cx * sz;
  r[5] = sx * sy * sz + cx * cz;
  r[6] = sx * cy;
  r[8] = cx * sy * cz + sx * sz;
  r[9] = cx * sy * sz - sx * cz;
  r[10] = cx * cy;
  r[3] = r[7] = r[11] = r[12] = r[13] = r[14] = 0;
  r[15] = 1;
}

static void skeleton(const struct model *m, const real *pose, real *transforms) {
  real absolute[16 * BONES], turn[16], base[16], relative[16];
  for (int b = 0; b < BONES; b++) {
    real ax = 0, ay = 0, az = 0;
    if (b == 1)
      ax = pose[6];
    else if (b >= 2) { // five fingers of four bones
      int finger = (b - 2) / 4, joint = (b - 2) % 4;
      if (joint == 1) {
        ax = pose[7 + 3 * finger];
        az = pose[22 + (finger < 4 ? finger : 3)];
      } else if (joint > 1)
        ax = pose[6 + joint + 3 * finger];
    }
    euler(ax, ay, az, turn);
    for (int i = 0; i < 16; i++)
      base[i] = m->base[16 * b + i];
    multiply(base, turn, relative);
    if (m->parent[b] < 0)
      for (int i = 0; i < 16; i++)
        absolute[16 * b + i] = relative[i];
    else
      multiply(absolute + 16 * m->parent[b], relative, absolute + 16 * b);
    for (int i = 0; i < 16; i++)
      base[i] = m->inverse[16 * b + i];
    multiply(absolute + 16 * b, base, transforms + 16 * b);
  }
}

void hand_residuals(const struct model *m, const real *x, real *positions, real *error) {
  real transforms[16 * BONES], whole[16];
  skeleton(m, x, transforms);
  euler(x[0], x[1], x[2], whole);
  for (int v = 0; v < m->vertices; v++) {
    real at[3] = {0, 0, 0};
    for (int b = 0; b < BONES; b++) {
      double w = m->weight[BONES * v + b];
      const real *t = transforms + 16 * b;
      for (int i = 0; i < 3; i++)
        at[i] += w * (t[i] * m->rest[3 * v] + t[4 + i] * m->rest[3 * v + 1] + t[8 + i] * m->rest[3 * v + 2] + t[12 + i]);
    }
    for (int i = 0; i < 3; i++)
      positions[3 * v + i] = whole[i] * at[0] + whole[4 + i] * at[1] + whole[8 + i] * at[2] + x[3 + i];
  }
  for (int p = 0; p < m->points; p++) {
    real u = x[POSE + 2 * p], v = x[POSE + 2 * p + 1];
    const int *corner = m->corner + 3 * p;
    for (int i = 0; i < 3; i++)
      error[3 * p + i] = m->measured[3 * p + i] -
                         (u * positions[3 * corner[0] + i] + v * positions[3 * corner[1] + i] +
                          (1 - u - v) * positions[3 * corner[2] + i]);
  }
}

real hand(const struct model *m, const real *x) {
  real positions[3 * m->vertices], error[3 * m->points], sum = 0;
  hand_residuals(m, x, positions, error);
  for (int i = 0; i < 3 * m->points; i++)
    sum += error[i] * error[i];
  return 0.5 * sum;
}
