#include <string.h>

#include "../tangent.h"

double kmeans(int n, int k, int d, const double *points, const double *centers);
double kmeans_grad(int n, int k, int d, const double *points, const double *centers, double *d_centers, double seed);
void kmeans_hand(int n, int k, int d, const double *points, const double *centers, double *d_centers);

int bench_n, bench_k, bench_dim;
double *bench_points, *bench_x, *bench_g;

void bench_setup(const long *size) {
  bench_n = (int)size[0], bench_k = (int)size[1], bench_dim = (int)size[2];
  bench_points = bench_array((size_t)bench_n * bench_dim, -1, 1);
  bench_x = bench_array((size_t)bench_k * bench_dim, -1, 1);
  bench_g = bench_array((size_t)bench_k * bench_dim, 0, 0);
}

double bench_primal(void) { return kmeans(bench_n, bench_k, bench_dim, bench_points, bench_x); }

static void clear(void) { memset(bench_g, 0, (size_t)bench_k * bench_dim * sizeof *bench_g); }

void bench_llad(void) {
  clear();
  kmeans_grad(bench_n, bench_k, bench_dim, bench_points, bench_x, bench_g, 1);
}

void bench_hand(void) {
  clear();
  kmeans_hand(bench_n, bench_k, bench_dim, bench_points, bench_x, bench_g);
}

const double *bench_gradient(size_t *n) {
  *n = (size_t)bench_k * bench_dim;
  return bench_g;
}

double *bench_variables(void) { return bench_x; }

double kmeans_jvp(int, int, int, ONE, ONE, ONE, double *d_ret);
double kmeans_jvp8(int, int, int, ONE, ONE, EIGHT, double *d_ret);

BENCH_TANGENT(kmeans_jvp(bench_n, bench_k, bench_dim, bench_points, bench_x, bench_d[0], bench_t), kmeans_jvp8(bench_n, bench_k, bench_dim, bench_points, bench_x, D8, bench_t))
