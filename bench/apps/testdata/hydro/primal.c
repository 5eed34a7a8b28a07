// The Lagrangian method of the unclassified shock hydrodynamics proxy (LULESH 2.0, LLNL-TR-641973),
// written from its description: stress and hourglass forces on the nodes of hexahedra, a monotonic
// artificial viscosity from the neighbours' gradients, the energy's three steps with a gamma law, and
// a time step from what the elements allow.
#include <math.h>
#include <stdlib.h>

#include "hydro.h"

static double *room(size_t n) { return malloc(n * sizeof(double)); }

static void gather(const int *node, double *const from[3], double c[3][8]) {
  for (int d = 0; d < 3; d++)
    for (int i = 0; i < 8; i++)
      c[d][i] = from[d][node[i]];
}

// The derivatives of the shape functions at the centre, times the Jacobian's determinant, which is returned (times 8).
static double shape(const double c[3][8], double b[3][8]) {
  double j[3][3], co[3][3];
  for (int d = 0; d < 3; d++) {
    double s0 = c[d][6] - c[d][0], s1 = c[d][5] - c[d][3], s2 = c[d][7] - c[d][1], s3 = c[d][4] - c[d][2];
    j[d][0] = 0.125 * (s0 + s1 - s2 - s3);
    j[d][1] = 0.125 * (s0 - s1 + s2 - s3);
    j[d][2] = 0.125 * (s0 + s1 + s2 + s3);
  }
  for (int d = 0; d < 3; d++) {
    const double *p = j[(d + 1) % 3], *q = j[(d + 2) % 3];
    co[d][0] = p[1] * q[2] - q[1] * p[2];
    co[d][1] = p[2] * q[0] - q[2] * p[0];
    co[d][2] = p[0] * q[1] - q[0] * p[1];
  }
  for (int d = 0; d < 3; d++) {
    b[d][0] = -co[d][0] - co[d][1] - co[d][2];
    b[d][1] = co[d][0] - co[d][1] - co[d][2];
    b[d][2] = co[d][0] + co[d][1] - co[d][2];
    b[d][3] = -co[d][0] + co[d][1] - co[d][2];
    b[d][4] = -b[d][2];
    b[d][5] = -b[d][3];
    b[d][6] = -b[d][0];
    b[d][7] = -b[d][1];
  }
  return 8 * (j[0][1] * co[0][1] + j[1][1] * co[1][1] + j[2][1] * co[2][1]);
}

static const int faces[6][4] = {{0, 1, 2, 3}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}, {4, 7, 6, 5}};

// A quarter of the area vector of every face, for each of its nodes.
static void normals(const double c[3][8], double n[3][8]) {
  for (int d = 0; d < 3; d++)
    for (int i = 0; i < 8; i++)
      n[d][i] = 0;
  for (int k = 0; k < 6; k++) {
    const int *w = faces[k];
    double p[3], q[3];
    for (int d = 0; d < 3; d++) {
      p[d] = 0.5 * (c[d][w[3]] + c[d][w[2]] - c[d][w[1]] - c[d][w[0]]);
      q[d] = 0.5 * (c[d][w[2]] + c[d][w[1]] - c[d][w[3]] - c[d][w[0]]);
    }
    double area[3] = {0.25 * (p[1] * q[2] - p[2] * q[1]), 0.25 * (p[2] * q[0] - p[0] * q[2]),
                      0.25 * (p[0] * q[1] - p[1] * q[0])};
    for (int d = 0; d < 3; d++)
      for (int i = 0; i < 4; i++)
        n[d][w[i]] += area[d];
  }
}

static void stress_forces(const struct mesh *m, struct state *s) {
  double *sigma = room(m->elems);
  for (int k = 0; k < m->elems; k++)
    sigma[k] = -s->p[k] - s->q[k];
  for (int k = 0; k < m->elems; k++) {
    const int *node = m->node + 8 * k;
    double c[3][8], b[3][8];
    gather(node, s->x, c);
    normals(c, b);
    for (int d = 0; d < 3; d++)
      for (int i = 0; i < 8; i++)
        s->f[d][node[i]] -= sigma[k] * b[d][i];
  }
  free(sigma);
}

static double volume_term(double a0, double a1, double a2, double a3, double a4, double a5, double b0, double b1,
                          double b2, double b3, double b4, double b5) {
  return (1.0 / 12) * ((a1 + a2) * (b0 + b1) - (a0 + a1) * (b1 + b2) + (a0 + a4) * (b3 + b4) - (a3 + a4) * (b0 + b4) -
                       (a2 + a5) * (b3 + b5) + (a3 + a5) * (b2 + b5));
}

// Which six nodes the derivative of the volume by the place of a node depends on.
static const int around[8][6] = {{1, 2, 3, 4, 5, 7}, {2, 3, 0, 5, 6, 4}, {3, 0, 1, 6, 7, 5}, {0, 1, 2, 7, 4, 6},
                                 {7, 6, 5, 0, 3, 1}, {4, 7, 6, 1, 0, 2}, {5, 4, 7, 2, 1, 3}, {6, 5, 4, 3, 2, 0}};

static void volume_derivative(const double c[3][8], double dv[3][8]) {
  for (int i = 0; i < 8; i++) {
    const int *w = around[i];
    for (int d = 0; d < 3; d++) {
      const double *a = c[(d + 1) % 3], *b = c[(d + 2) % 3];
      dv[d][i] = volume_term(a[w[0]], a[w[1]], a[w[2]], a[w[3]], a[w[4]], a[w[5]], b[w[0]], b[w[1]], b[w[2]], b[w[3]],
                             b[w[4]], b[w[5]]);
    }
  }
}

static const double modes[4][8] = {{1, 1, -1, -1, -1, -1, 1, 1},
                                   {1, -1, -1, 1, -1, 1, 1, -1},
                                   {1, -1, 1, -1, 1, -1, 1, -1},
                                   {-1, 1, -1, 1, 1, -1, 1, -1}};

// Forces against the four hourglass modes, after Flanagan and Belytschko; places and derivatives of all elements are stored
// between the loops.
static void hourglass_forces(const struct mesh *m, struct state *s, double strength) {
  double *dv[3], *at[3], *volume = room(m->elems);
  for (int d = 0; d < 3; d++) {
    dv[d] = room(8 * (size_t)m->elems);
    at[d] = room(8 * (size_t)m->elems);
  }
  for (int k = 0; k < m->elems; k++) {
    double c[3][8], g[3][8];
    gather(m->node + 8 * k, s->x, c);
    volume_derivative(c, g);
    for (int d = 0; d < 3; d++)
      for (int i = 0; i < 8; i++) {
        dv[d][8 * k + i] = g[d][i];
        at[d][8 * k + i] = c[d][i];
      }
    volume[k] = s->volo[k] * s->v[k];
  }
  for (int k = 0; k < m->elems; k++) {
    const int *node = m->node + 8 * k;
    double gamma[8][4], inverse = 1 / volume[k];
    for (int i = 0; i < 4; i++) {
      double h[3];
      for (int d = 0; d < 3; d++) {
        h[d] = 0;
        for (int j = 0; j < 8; j++)
          h[d] += at[d][8 * k + j] * modes[i][j];
      }
      for (int j = 0; j < 8; j++)
        gamma[j][i] = modes[i][j] - inverse * (dv[0][8 * k + j] * h[0] + dv[1][8 * k + j] * h[1] + dv[2][8 * k + j] * h[2]);
    }
    double by = -strength * 0.01 * s->sound[k] * s->elem_mass[k] / cbrt(volume[k]);
    for (int d = 0; d < 3; d++) {
      double h[4];
      for (int i = 0; i < 4; i++) {
        h[i] = 0;
        for (int j = 0; j < 8; j++)
          h[i] += gamma[j][i] * s->u[d][node[j]];
      }
      for (int j = 0; j < 8; j++)
        s->f[d][node[j]] += by * (gamma[j][0] * h[0] + gamma[j][1] * h[1] + gamma[j][2] * h[2] + gamma[j][3] * h[3]);
    }
  }
  for (int d = 0; d < 3; d++) {
    free(dv[d]);
    free(at[d]);
  }
  free(volume);
}

static void move_nodes(const struct mesh *m, struct state *s) {
  double dt = s->dt;
  for (int d = 0; d < 3; d++)
    for (int i = 0; i < m->nodes; i++)
      s->f[d][i] = 0;
  stress_forces(m, s);
  hourglass_forces(m, s, 3);
  for (int d = 0; d < 3; d++)
    for (int i = 0; i < m->nodes; i++)
      s->a[d][i] = s->f[d][i] / s->mass[i];
  for (int d = 0; d < 3; d++)
    for (int i = 0; i < m->rim; i++)
      s->a[d][m->plane[d][i]] = 0;
  for (int d = 0; d < 3; d++)
    for (int i = 0; i < m->nodes; i++) {
      double u = s->u[d][i] + s->a[d][i] * dt;
      if (fabs(u) < 1e-7)
        u = 0;
      s->u[d][i] = u;
    }
  for (int d = 0; d < 3; d++)
    for (int i = 0; i < m->nodes; i++)
      s->x[d][i] += s->u[d][i] * dt;
}

static double triple(const double a[3], const double b[3], const double c[3]) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + b[0] * (a[2] * c[1] - a[1] * c[2]) + c[0] * (a[1] * b[2] - a[2] * b[1]);
}

double hydro_volume(const double c[3][8]) {
  double p[3][3], q[3][3], r[3][3];
  for (int d = 0; d < 3; d++) {
    const double *x = c[d];
    p[0][d] = x[3] - x[1] + x[7] - x[2], q[0][d] = x[6] - x[3], r[0][d] = x[2] - x[0];
    p[1][d] = x[4] - x[3] + x[5] - x[7], q[1][d] = x[6] - x[4], r[1][d] = x[7] - x[0];
    p[2][d] = x[1] - x[4] + x[2] - x[5], q[2][d] = x[6] - x[1], r[2][d] = x[5] - x[0];
  }
  return (1.0 / 12) * (triple(p[0], q[0], r[0]) + triple(p[1], q[1], r[1]) + triple(p[2], q[2], r[2]));
}

static const int sides[6][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

static double characteristic_length(const double c[3][8], double volume) {
  double most = 0;
  for (int k = 0; k < 6; k++) {
    const int *w = sides[k];
    double ff = 0, gg = 0, fg = 0;
    for (int d = 0; d < 3; d++) {
      double p = c[d][w[2]] - c[d][w[0]], q = c[d][w[3]] - c[d][w[1]], f = p - q, g = p + q;
      ff += f * f;
      gg += g * g;
      fg += f * g;
    }
    double area = ff * gg - fg * fg;
    if (area > most)
      most = area;
  }
  return 4 * volume / sqrt(most);
}

static void kinematics(const struct mesh *m, struct state *s) {
  double half = 0.5 * s->dt;
  for (int k = 0; k < m->elems; k++) {
    double c[3][8], u[3][8], b[3][8];
    const int *node = m->node + 8 * k;
    gather(node, s->x, c);
    double volume = hydro_volume(c), relative = volume / s->volo[k];
    s->vnew[k] = relative;
    s->delv[k] = relative - s->v[k];
    s->length[k] = characteristic_length(c, volume);
    gather(node, s->u, u);
    for (int d = 0; d < 3; d++)
      for (int i = 0; i < 8; i++)
        c[d][i] -= half * u[d][i];
    double inverse = 1 / shape(c, b), rate = 0;
    for (int d = 0; d < 3; d++)
      rate += inverse * (b[d][0] * (u[d][0] - u[d][6]) + b[d][1] * (u[d][1] - u[d][7]) + b[d][2] * (u[d][2] - u[d][4]) +
                         b[d][3] * (u[d][3] - u[d][5]));
    s->vdov[k] = rate;
  }
}

// The nodes of the two opposite faces in each of an element's directions.
static const int lower[3][4] = {{0, 3, 7, 4}, {0, 1, 5, 4}, {0, 1, 2, 3}}, upper[3][4] = {{1, 2, 6, 5}, {3, 2, 6, 7}, {4, 5, 6, 7}};

static void viscosity_gradients(const struct mesh *m, struct state *s, double *delv[3], double *delx[3]) {
  for (int k = 0; k < m->elems; k++) {
    double c[3][8], u[3][8], g[3][3], w[3][3];
    const int *node = m->node + 8 * k;
    gather(node, s->x, c);
    gather(node, s->u, u);
    double volume = s->volo[k] * s->vnew[k], norm = 1 / (volume + 1e-36);
    for (int t = 0; t < 3; t++)
      for (int d = 0; d < 3; d++) {
        const int *lo = lower[t], *up = upper[t];
        g[t][d] = 0.25 * (c[d][up[0]] + c[d][up[1]] + c[d][up[2]] + c[d][up[3]] -
                          (c[d][lo[0]] + c[d][lo[1]] + c[d][lo[2]] + c[d][lo[3]]));
        w[t][d] = 0.25 * (u[d][up[0]] + u[d][up[1]] + u[d][up[2]] + u[d][up[3]] -
                          (u[d][lo[0]] + u[d][lo[1]] + u[d][lo[2]] + u[d][lo[3]]));
      }
    for (int t = 0; t < 3; t++) {
      const double *p = g[(t + 1) % 3], *q = g[(t + 2) % 3];
      double a0 = p[1] * q[2] - p[2] * q[1], a1 = p[2] * q[0] - p[0] * q[2], a2 = p[0] * q[1] - p[1] * q[0];
      delx[t][k] = volume / sqrt(a0 * a0 + a1 * a1 + a2 * a2 + 1e-36);
      delv[t][k] = norm * (a0 * w[t][0] + a1 * w[t][1] + a2 * w[t][2]);
    }
  }
}

static double beyond(int what, const double *v, int k, int next) {
  return what == INSIDE ? v[next] : what == MIRROR ? v[k] : 0;
}

static double limiter(double below, double own, double above) {
  double norm = 1 / (own + 1e-36), phi;
  below *= norm;
  above *= norm;
  phi = 0.5 * (below + above);
  below *= 2;
  above *= 2;
  if (below < phi)
    phi = below;
  if (above < phi)
    phi = above;
  if (phi < 0)
    phi = 0;
  if (phi > 1)
    phi = 1;
  return phi;
}

static void viscosity(const struct mesh *m, struct state *s, int region, double *delv[3], double *delx[3]) {
  for (int l = m->first[region]; l < m->first[region + 1]; l++) {
    int k = m->list[l];
    double linear = 0, square = 0;
    double phi[3];
    for (int t = 0; t < 3; t++)
      phi[t] = limiter(beyond(m->side[t][0][k], delv[t], k, m->next[t][0][k]), delv[t][k],
                       beyond(m->side[t][1][k], delv[t], k, m->next[t][1][k]));
    if (s->vdov[k] <= 0) {
      double rho = s->elem_mass[k] / (s->volo[k] * s->vnew[k]);
      for (int t = 0; t < 3; t++) {
        double jump = delv[t][k] * delx[t][k];
        if (jump > 0)
          jump = 0;
        linear += jump * (1 - phi[t]);
        square += jump * jump * (1 - phi[t] * phi[t]);
      }
      linear *= -0.5 * rho;
      square *= (2.0 / 3) * rho;
    }
    s->qq[k] = square;
    s->ql[k] = linear;
  }
}

// The gamma law: pressures of n elements from energies and compressions.
static void pressures(int n, double *p, const double *e, const double *compression, const double *vol) {
  for (int i = 0; i < n; i++) {
    double pressure = (2.0 / 3) * (compression[i] + 1) * e[i];
    if (fabs(pressure) < 1e-7)
      pressure = 0;
    if (vol[i] >= 1e9)
      pressure = 0;
    if (pressure < 0)
      pressure = 0;
    p[i] = pressure;
  }
}

static double sound_speed(double e, double vol, double compression, double p) {
  double square = (2.0 / 3) * e + vol * vol * (2.0 / 3) * (compression + 1) * p;
  return square <= 0.1111111e-36 ? 0.3333333e-18 : sqrt(square);
}

static double cut(double e) {
  if (fabs(e) < 1e-7)
    e = 0;
  return e < -1e15 ? -1e15 : e;
}

// The equation of state of a region, through arrays of its own.
static void energies(const struct mesh *m, struct state *s, int region) {
  const int *list = m->list + m->first[region];
  int n = m->first[region + 1] - m->first[region];
  double *e_old = room(n), *p_old = room(n), *q_old = room(n), *delv = room(n), *ql = room(n), *qq = room(n);
  double *compression = room(n), *half = room(n), *vol = room(n), *e = room(n), *p = room(n), *q = room(n), *p_half = room(n);
  for (int i = 0; i < n; i++) {
    int k = list[i];
    e_old[i] = s->e[k], p_old[i] = s->p[k], q_old[i] = s->q[k], delv[i] = s->delv[k], ql[i] = s->ql[k], qq[i] = s->qq[k];
    vol[i] = s->vnew[k];
    if (vol[i] < 1e-9)
      vol[i] = 1e-9;
    if (vol[i] > 1e9)
      vol[i] = 1e9;
  }
  for (int i = 0; i < n; i++) {
    compression[i] = 1 / vol[i] - 1;
    half[i] = 1 / (vol[i] - 0.5 * delv[i]) - 1;
  }
  for (int i = 0; i < n; i++) {
    e[i] = e_old[i] - 0.5 * delv[i] * (p_old[i] + q_old[i]);
    if (e[i] < -1e15)
      e[i] = -1e15;
  }
  pressures(n, p_half, e, half, vol);
  for (int i = 0; i < n; i++) {
    if (delv[i] > 0)
      q[i] = 0;
    else
      q[i] = sound_speed(e[i], 1 / (1 + half[i]), half[i], p_half[i]) * ql[i] + qq[i];
    e[i] = cut(e[i] + 0.5 * delv[i] * (3 * (p_old[i] + q_old[i]) - 4 * (p_half[i] + q[i])));
  }
  pressures(n, p, e, compression, vol);
  for (int i = 0; i < n; i++) {
    double tilde = 0;
    if (delv[i] <= 0)
      tilde = sound_speed(e[i], vol[i], compression[i], p[i]) * ql[i] + qq[i];
    e[i] = cut(e[i] - (7 * (p_old[i] + q_old[i]) - 8 * (p_half[i] + q[i]) + (p[i] + tilde)) * delv[i] * (1.0 / 6));
  }
  pressures(n, p, e, compression, vol);
  for (int i = 0; i < n; i++)
    if (delv[i] <= 0) {
      q[i] = sound_speed(e[i], vol[i], compression[i], p[i]) * ql[i] + qq[i];
      if (fabs(q[i]) < 1e-7)
        q[i] = 0;
    }
  for (int i = 0; i < n; i++) {
    int k = list[i];
    s->e[k] = e[i], s->p[k] = p[i], s->q[k] = q[i];
    s->sound[k] = sound_speed(e[i], vol[i], compression[i], p[i]);
  }
  free(e_old), free(p_old), free(q_old), free(delv), free(ql), free(qq);
  free(compression), free(half), free(vol), free(e), free(p), free(q), free(p_half);
}

static void update_elements(const struct mesh *m, struct state *s) {
  double *delv[3], *delx[3];
  kinematics(m, s);
  for (int t = 0; t < 3; t++) {
    delv[t] = room(m->elems);
    delx[t] = room(m->elems);
  }
  viscosity_gradients(m, s, delv, delx);
  for (int r = 0; r < m->regions; r++)
    viscosity(m, s, r, delv, delx);
  for (int t = 0; t < 3; t++) {
    free(delv[t]);
    free(delx[t]);
  }
  for (int r = 0; r < m->regions; r++)
    energies(m, s, r);
  for (int k = 0; k < m->elems; k++) {
    double v = s->vnew[k];
    if (fabs(v - 1) < 1e-10)
      v = 1;
    s->v[k] = v;
  }
}

static void constrain_time(const struct mesh *m, struct state *s) {
  s->courant = s->volume_change = 1e20;
  for (int r = 0; r < m->regions; r++) {
    double least = 1e20, change = 1e20;
    for (int l = m->first[r]; l < m->first[r + 1]; l++) {
      int k = m->list[l];
      double rate = s->vdov[k];
      if (rate == 0)
        continue;
      double f = s->sound[k] * s->sound[k];
      if (rate < 0)
        f += 256 * s->length[k] * s->length[k] * rate * rate;
      f = s->length[k] / sqrt(f);
      if (f < least)
        least = f;
      double g = 0.1 / (fabs(rate) + 1e-20);
      if (g < change)
        change = g;
    }
    if (least < s->courant)
      s->courant = least;
    if (change < s->volume_change)
      s->volume_change = change;
  }
}

static const double stop = 1e-2;

static void choose_step(struct state *s, int cycle) {
  double target = stop - s->time;
  if (cycle > 0) {
    double old = s->dt, dt = 1e20;
    if (s->courant < dt)
      dt = s->courant / 2;
    if (s->volume_change < dt)
      dt = s->volume_change * 2 / 3;
    double ratio = dt / old;
    if (ratio >= 1) {
      if (ratio < 1.1)
        dt = old;
      else if (ratio > 1.2)
        dt = old * 1.2;
    }
    s->dt = dt > 1e-2 ? 1e-2 : dt;
  }
  if (target > s->dt && target < 4 * s->dt / 3)
    target = 2 * s->dt / 3;
  if (target < s->dt)
    s->dt = target;
  s->time += s->dt;
}

double hydro(const struct mesh *m, struct state *s, int cycles, int *done) {
  int cycle = 0;
  for (; cycle < cycles && s->time < stop; cycle++) {
    choose_step(s, cycle);
    move_nodes(m, s);
    update_elements(m, s);
    constrain_time(m, s);
  }
  *done = cycle;
  return s->e[0];
}
