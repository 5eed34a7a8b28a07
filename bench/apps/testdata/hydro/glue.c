// A cube's eighth with n×n×n elements. Arguments: n, cycles, and whether it begins as published (0: an energy at
// the origin alone) or with energies everywhere and nodes out of place, where the function is smooth (1).
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hydro.h"
#include "tangent.h"

double hydro_grad(const struct mesh *m, struct state *s, struct state *d_s, int cycles, int *done, double seed);
double hydro_jvp(const struct mesh *m, struct state *s, struct state *d_s, int cycles, int *done, double *d_ret);

static struct mesh mesh;
static struct state state, shadow;
static long n, cycles, smooth;
static double *start, *now, *adjoint; // energies and places: as they begin, in use, their adjoints
static int done;

static void state_arrays(struct state *s, double *variables) {
  size_t e = mesh.elems, v = mesh.nodes;
  s->e = variables;
  for (int d = 0; d < 3; d++)
    s->x[d] = variables + e + d * v;
  double *rest = calloc(10 * v + 12 * e, sizeof *rest);
  for (int d = 0; d < 3; d++)
    s->u[d] = rest + (3 * d) * v, s->a[d] = rest + (3 * d + 1) * v, s->f[d] = rest + (3 * d + 2) * v;
  s->mass = rest + 9 * v;
  rest += 10 * v;
  double **of[] = {&s->p, &s->q, &s->ql, &s->qq, &s->v, &s->volo, &s->vnew, &s->delv, &s->vdov, &s->length, &s->sound, &s->elem_mass};
  for (int k = 0; k < 12; k++)
    *of[k] = rest + k * e;
}

static void rest_zero(struct state *s) {
  memset(s->u[0], 0, (10 * (size_t)mesh.nodes + 12 * (size_t)mesh.elems) * sizeof(double));
  s->dt = s->time = s->courant = s->volume_change = 0;
}

static size_t variables(void) { return mesh.elems + 3 * (size_t)mesh.nodes; }

static void make_mesh(void) {
  long w = n + 1;
  mesh.elems = n * n * n;
  mesh.nodes = w * w * w;
  mesh.rim = w * w;
  mesh.regions = 11;
  int *node = malloc(8 * sizeof(int) * mesh.elems), *list = malloc(sizeof(int) * mesh.elems), *first = calloc(12, sizeof(int));
  for (long z = 0, k = 0; z < n; z++)
    for (long y = 0; y < n; y++)
      for (long x = 0; x < n; x++, k++) {
        int at = z * w * w + y * w + x;
        int c[8] = {at, at + 1, at + w + 1, at + w, at + w * w, at + w * w + 1, at + w * w + w + 1, at + w * w + w};
        memcpy(node + 8 * k, c, sizeof c);
      }
  mesh.node = node;
  for (int d = 0, stride = 1; d < 3; d++, stride *= n) {
    int *down = malloc(sizeof(int) * mesh.elems), *up = malloc(sizeof(int) * mesh.elems), *plane = malloc(sizeof(int) * mesh.rim);
    int *below = malloc(sizeof(int) * mesh.elems), *above = malloc(sizeof(int) * mesh.elems);
    for (int k = 0; k < mesh.elems; k++) {
      int at = k / stride % n;
      below[k] = at == 0 ? MIRROR : INSIDE, above[k] = at == n - 1 ? FREE : INSIDE;
      down[k] = at == 0 ? k : k - stride, up[k] = at == n - 1 ? k : k + stride;
    }
    for (int i = 0, k = 0; i < mesh.nodes; i++) {
      int c[3] = {i % w, i / w % w, i / (w * w)};
      if (c[d] == 0)
        plane[k++] = i;
    }
    mesh.next[d][0] = down, mesh.next[d][1] = up, mesh.side[d][0] = below, mesh.side[d][1] = above, mesh.plane[d] = plane;
  }
  int k = 0;
  for (int r = 0; r < mesh.regions; r++) { // regions of whole rows
    for (int i = 0; i < mesh.elems; i++)
      if (i / n * 7 % mesh.regions == r)
        list[k++] = i;
    first[r + 1] = k;
  }
  mesh.list = list, mesh.first = first;
}

static void reset(void) {
  long w = n + 1;
  rest_zero(&state);
  memcpy(now, start, variables() * sizeof *now);
  double blast = 3.948746e7 * pow(n / 45.0, 3);
  for (int i = 0; i < mesh.nodes; i++)
    state.mass[i] = 0;
  for (int k = 0; k < mesh.elems; k++) {
    double c[3][8];
    for (int i = 0; i < 8; i++) {
      int at = mesh.node[8 * k + i];
      c[0][i] = 1.125 * (at % w) / n, c[1][i] = 1.125 * (at / w % w) / n, c[2][i] = 1.125 * (at / (w * w)) / n;
    }
    double volume = hydro_volume(c);
    state.volo[k] = state.elem_mass[k] = volume;
    state.v[k] = 1;
    for (int i = 0; i < 8; i++)
      state.mass[mesh.node[8 * k + i]] += volume / 8;
  }
  state.dt = 0.5 * cbrt(state.volo[0]) / sqrt(2 * blast);
  state.courant = state.volume_change = 1e20;
}

void bench_setup(const long *size) {
  n = size[0], cycles = size[1], smooth = size[2];
  make_mesh();
  start = calloc(variables(), sizeof *start);
  now = calloc(variables(), sizeof *now);
  adjoint = calloc(variables(), sizeof *adjoint);
  state_arrays(&state, now);
  state_arrays(&shadow, adjoint);
  long w = n + 1;
  double blast = 3.948746e7 * pow(n / 45.0, 3), out = smooth ? 0.05 / n : 0;
  for (int k = 0; k < mesh.elems; k++)
    start[k] = k == 0 ? blast : smooth ? blast * bench_uniform(0.01, 0.02) : 0;
  for (int i = 0; i < mesh.nodes; i++) {
    int c[3] = {i % w, i / w % w, i / (w * w)};
    for (int d = 0; d < 3; d++)
      start[mesh.elems + d * (size_t)mesh.nodes + i] = 1.125 * c[d] / n + bench_uniform(-out, out);
  }
}

double bench_primal(void) {
  reset();
  double e = hydro(&mesh, &state, cycles, &done);
  return e;
}

void bench_llad(void) {
  reset();
  rest_zero(&shadow);
  memset(adjoint, 0, variables() * sizeof *adjoint);
  hydro_grad(&mesh, &state, &shadow, cycles, &done, 1);
}

void bench_jvp(void) {
  reset();
  rest_zero(&shadow);
  double *keep = adjoint;
  memcpy(adjoint, bench_d[0], variables() * sizeof *keep);
  hydro_jvp(&mesh, &state, &shadow, cycles, &done, bench_t);
}

const double *bench_gradient(size_t *n) {
  *n = variables();
  return adjoint;
}

double *bench_variables(void) { return start; }
