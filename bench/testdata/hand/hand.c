// The adjoint of hand. What follows the bones is linear in their transforms, so
// those get their adjoints first; the skeleton is small.
#include <math.h>
#include <string.h>

enum { BONES = 22, POSE = 26 };

struct model {
  int vertices, points;
  const int *parent;
  const double *base, *inverse, *rest, *weight;
  const int *corner;
  const double *measured;
};

static void multiply(const double *restrict a, const double *restrict b, double *restrict c) {
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < 4; i++)
      c[4 * j + i] = a[i] * b[4 * j] + a[4 + i] * b[4 * j + 1] + a[8 + i] * b[4 * j + 2] + a[12 + i] * b[4 * j + 3];
}

// d_a += d_c b'
static void back_left(const double *restrict d_c, const double *restrict b, double *restrict d_a) {
  for (int j = 0; j < 4; j++)
    for (int k = 0; k < 4; k++)
      for (int i = 0; i < 4; i++)
        d_a[4 * k + i] += d_c[4 * j + i] * b[4 * j + k];
}

// d_b = a' d_c
static void back_right(const double *restrict a, const double *restrict d_c, double *restrict d_b) {
  for (int j = 0; j < 4; j++)
    for (int k = 0; k < 4; k++)
      d_b[4 * j + k] = a[4 * k] * d_c[4 * j] + a[4 * k + 1] * d_c[4 * j + 1] + a[4 * k + 2] * d_c[4 * j + 2] +
                       a[4 * k + 3] * d_c[4 * j + 3];
}

struct sines {
  double sx, cx, sy, cy, sz, cz;
};

static void euler(double x, double y, double z, double *r, struct sines *s) {
  double sx = s->sx = sin(x), cx = s->cx = cos(x), sy = s->sy = sin(y), cy = s->cy = cos(y), sz = s->sz = sin(z),
         cz = s->cz = cos(z);
  double turn[16] = {cy * cz, cy * sz, -sy, 0, sx * sy * cz - cx * sz, sx * sy * sz + cx * cz, sx * cy, 0,
                     cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy, 0, 0, 0, 0, 1};
  memcpy(r, turn, sizeof turn);
}

static void euler_back(const struct sines *s, const double *d, double *d_x, double *d_y, double *d_z) {
  double sx = s->sx, cx = s->cx, sy = s->sy, cy = s->cy, sz = s->sz, cz = s->cz;
  *d_x = d[4] * (cx * sy * cz + sx * sz) + d[5] * (cx * sy * sz - sx * cz) + d[6] * cx * cy +
         d[8] * (-sx * sy * cz + cx * sz) + d[9] * (-sx * sy * sz - cx * cz) - d[10] * sx * cy;
  *d_y = -d[0] * sy * cz - d[1] * sy * sz - d[2] * cy + d[4] * sx * cy * cz + d[5] * sx * cy * sz - d[6] * sx * sy +
         d[8] * cx * cy * cz + d[9] * cx * cy * sz - d[10] * cx * sy;
  *d_z = -d[0] * cy * sz + d[1] * cy * cz + d[4] * (-sx * sy * sz - cx * cz) + d[5] * (sx * sy * cz - cx * sz) +
         d[8] * (-cx * sy * sz + sx * cz) + d[9] * (cx * sy * cz + sx * sz);
}

// Which parameters turn a bone: about x, about z; -1 for none.
static void angles(int b, int *ax, int *az) {
  *ax = *az = -1;
  if (b == 1)
    *ax = 6;
  if (b < 2)
    return;
  int finger = (b - 2) / 4, joint = (b - 2) % 4;
  if (joint > 0)
    *ax = 6 + joint + 3 * finger;
  if (joint == 1)
    *az = 22 + (finger < 4 ? finger : 3);
}

void hand_hand(const struct model *m, const double *restrict x, double *restrict d_x) {
  double turn[BONES][16], relative[BONES][16], absolute[BONES][16], transforms[BONES][16], whole[16];
  double d_transforms[BONES][16], d_absolute[BONES][16], d_whole[16], d_relative[16], d_turn[16];
  struct sines s[BONES], all;
  double raw[3 * m->vertices], positions[3 * m->vertices], d_positions[3 * m->vertices];
  for (int b = 0; b < BONES; b++) {
    int ax, az;
    angles(b, &ax, &az);
    euler(ax < 0 ? 0 : x[ax], 0, az < 0 ? 0 : x[az], turn[b], &s[b]);
    multiply(m->base + 16 * b, turn[b], relative[b]);
    if (m->parent[b] < 0)
      memcpy(absolute[b], relative[b], sizeof relative[b]);
    else
      multiply(absolute[m->parent[b]], relative[b], absolute[b]);
    multiply(absolute[b], m->inverse + 16 * b, transforms[b]);
  }
  euler(x[0], x[1], x[2], whole, &all);
  for (int v = 0; v < m->vertices; v++) {
    const double *rest = m->rest + 3 * v;
    double *at = raw + 3 * v;
    at[0] = at[1] = at[2] = 0;
    for (int b = 0; b < BONES; b++) {
      double w = m->weight[BONES * v + b];
      const double *t = transforms[b];
      for (int i = 0; i < 3; i++)
        at[i] += w * (t[i] * rest[0] + t[4 + i] * rest[1] + t[8 + i] * rest[2] + t[12 + i]);
    }
    for (int i = 0; i < 3; i++)
      positions[3 * v + i] = whole[i] * at[0] + whole[4 + i] * at[1] + whole[8 + i] * at[2] + x[3 + i];
  }
  memset(d_positions, 0, sizeof d_positions);
  memset(d_transforms, 0, sizeof d_transforms);
  memset(d_absolute, 0, sizeof d_absolute);
  memset(d_whole, 0, sizeof d_whole);
  for (int p = 0; p < m->points; p++) {
    double u = x[POSE + 2 * p], v = x[POSE + 2 * p + 1];
    const int *corner = m->corner + 3 * p;
    for (int i = 0; i < 3; i++) {
      int c0 = 3 * corner[0] + i, c1 = 3 * corner[1] + i, c2 = 3 * corner[2] + i;
      double e = u * positions[c0] + v * positions[c1] + (1 - u - v) * positions[c2] - m->measured[3 * p + i];
      d_x[POSE + 2 * p] += e * (positions[c0] - positions[c2]);
      d_x[POSE + 2 * p + 1] += e * (positions[c1] - positions[c2]);
      d_positions[c0] += e * u;
      d_positions[c1] += e * v;
      d_positions[c2] += e * (1 - u - v);
    }
  }
  for (int v = 0; v < m->vertices; v++) {
    const double *rest = m->rest + 3 * v, *d = d_positions + 3 * v;
    double d_at[3];
    for (int i = 0; i < 3; i++) {
      d_at[i] = whole[4 * i] * d[0] + whole[4 * i + 1] * d[1] + whole[4 * i + 2] * d[2];
      d_x[3 + i] += d[i];
      for (int k = 0; k < 3; k++)
        d_whole[4 * k + i] += d[i] * raw[3 * v + k];
    }
    double outer[16]; // a bone's share is this times its weight
    for (int i = 0; i < 4; i++) {
      double d_i = i < 3 ? d_at[i] : 0;
      for (int k = 0; k < 3; k++)
        outer[4 * k + i] = rest[k] * d_i;
      outer[12 + i] = d_i;
    }
    for (int b = 0; b < BONES; b++)
      for (int i = 0; i < 16; i++)
        d_transforms[b][i] += m->weight[BONES * v + b] * outer[i];
  }
  double dx, dy, dz;
  euler_back(&all, d_whole, &dx, &dy, &dz);
  d_x[0] += dx;
  d_x[1] += dy;
  d_x[2] += dz;
  for (int b = BONES - 1; b >= 0; b--) {
    back_left(d_transforms[b], m->inverse + 16 * b, d_absolute[b]);
    if (m->parent[b] < 0)
      memcpy(d_relative, d_absolute[b], sizeof d_relative);
    else {
      back_left(d_absolute[b], relative[b], d_absolute[m->parent[b]]);
      back_right(absolute[m->parent[b]], d_absolute[b], d_relative);
    }
    int ax, az;
    angles(b, &ax, &az);
    if (ax < 0)
      continue;
    back_right(m->base + 16 * b, d_relative, d_turn);
    euler_back(&s[b], d_turn, &dx, &dy, &dz);
    d_x[ax] += dx;
    if (az >= 0)
      d_x[az] += dz;
  }
}
