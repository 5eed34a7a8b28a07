// Members of a struct that C passes by address, read in loops that may not run: a periodic grid with
// walls, indices by remainders and by tables. Called with memory that is apart, that overlaps, and
// with a struct of which only the first member is there, whose loops do not run.
// llad: func f double
// llad: arg x dup double[48] range(0.5,1.5)
// llad: arg n const int 4
// llad: tags loop pointer heap struct
#include <stdlib.h>

struct grid {
  int nx, ny;
  const unsigned char *wall;
  const double *k;
};

static const int dx[4] = {1, 0, -1, 0}, dy[4] = {0, 1, 0, -1};

static void __attribute__((noinline)) steps(const struct grid *g, double *u, double *v, int m) {
  int nx = g->nx;
  if (nx <= 0)
    return;
  for (int t = 0; t < m; t++) {
    for (int y = 0; y < g->ny; y++)
      for (int x = 0; x < nx; x++) {
        int at = y * nx + x;
        double sum = 0;
        if (g->wall[at]) {
          v[at] = u[at];
          continue;
        }
        for (int i = 0; i < 4; i++) {
          int from = (y + dy[i] + g->ny) % g->ny * nx + (x + dx[i] + nx) % nx;
          sum += g->wall[from] ? u[at] * u[at] : u[from] * u[at];
        }
        v[at] = u[at] + g->k[at] * (0.25 * sum - u[at]);
      }
    double *w = u;
    u = v;
    v = w;
  }
}

double f(const double *x, int n) {
  double u[48], v[16], s = 0;
  unsigned char wall[16];
  for (int i = 0; i < 48; i++)
    u[i] = x[i];
  for (int i = 0; i < 16; i++) {
    v[i] = x[i] * x[i + 1];
    wall[i] = i % 7 == 3;
  }
  struct grid g = {n, n, wall, u + 32};
  steps(&g, u, v, 3);
  for (int i = 0; i < 16; i++)
    s += u[i] * v[i];
  g.k = u + 5; // overlaps with what is written
  steps(&g, u, v, 2);
  g.k = v;
  g.ny = n - 1;
  steps(&g, u, u + 16, 2);
  int *first = calloc(1, sizeof *first);
  steps((const struct grid *)first, u, v, 2);
  free(first);
  g.ny = 0;
  g.wall = 0, g.k = 0;
  steps(&g, u, v, 2);
  for (int i = 0; i < 48; i++)
    s += u[i] * x[i] * (i % 3);
  return s;
}
