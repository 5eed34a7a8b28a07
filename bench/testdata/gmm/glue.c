#include <string.h>

#include "../tangent.h"

double gmm(int d, int k, int n, const double *alphas, const double *means, const double *icf, const double *x,
           double gamma, int m);
double gmm_grad(int d, int k, int n, const double *alphas, double *d_alphas, const double *means, double *d_means,
                const double *icf, double *d_icf, const double *x, double gamma, int m, double seed);
void gmm_hand(int d, int k, int n, const double *alphas, double *d_alphas, const double *means, double *d_means,
              const double *icf, double *d_icf, const double *x, double gamma, int m, double *scratch);

int bench_dim, bench_k, bench_n;
size_t bench_total;
double *bench_x, *bench_g, *bench_data;
static double *scratch; // the hand's

void bench_setup(const long *size) {
  bench_dim = (int)size[0], bench_k = (int)size[1], bench_n = (int)size[2];
  bench_total = (size_t)bench_k * (1 + bench_dim + bench_dim * (bench_dim + 1) / 2);
  bench_x = bench_array(bench_total, -0.3, 0.3);
  bench_g = bench_array(bench_total, 0, 0);
  bench_data = bench_array((size_t)bench_n * bench_dim, -1, 1);
  scratch = bench_array((size_t)bench_k * (4 * bench_dim + 4) + 2 * bench_dim, 0, 0);
}

#define MEANS(p) ((p) + bench_k)
#define ICF(p) ((p) + bench_k + (size_t)bench_k * bench_dim)

double bench_primal(void) {
  return gmm(bench_dim, bench_k, bench_n, bench_x, MEANS(bench_x), ICF(bench_x), bench_data, 1.5, 2);
}

void bench_llad(void) {
  memset(bench_g, 0, bench_total * sizeof *bench_g);
  gmm_grad(bench_dim, bench_k, bench_n, bench_x, bench_g, MEANS(bench_x), MEANS(bench_g), ICF(bench_x), ICF(bench_g),
           bench_data, 1.5, 2, 1);
}

void bench_hand(void) {
  memset(bench_g, 0, bench_total * sizeof *bench_g);
  gmm_hand(bench_dim, bench_k, bench_n, bench_x, bench_g, MEANS(bench_x), MEANS(bench_g), ICF(bench_x), ICF(bench_g),
           bench_data, 1.5, 2, scratch);
}

const double *bench_gradient(size_t *n) {
  *n = bench_total;
  return bench_g;
}

double *bench_variables(void) { return bench_x; }

#define OFF8(p, n) p[0] + (n), p[1] + (n), p[2] + (n), p[3] + (n), p[4] + (n), p[5] + (n), p[6] + (n), p[7] + (n)

double gmm_jvp(int, int, int, ONE, ONE, ONE, ONE, ONE, ONE, ONE, double, int, double *d_ret);
double gmm_jvp8(int, int, int, ONE, EIGHT, ONE, EIGHT, ONE, EIGHT, ONE, double, int, double *d_ret);

BENCH_TANGENT(gmm_jvp(bench_dim, bench_k, bench_n, bench_x, bench_d[0], MEANS(bench_x), MEANS(bench_d[0]), ICF(bench_x),
                      ICF(bench_d[0]), bench_data, 1.5, 2, bench_t),
              gmm_jvp8(bench_dim, bench_k, bench_n, bench_x, D8, MEANS(bench_x), OFF8(bench_d, bench_k), ICF(bench_x),
                       OFF8(bench_d, bench_k + (size_t)bench_k * bench_dim), bench_data, 1.5, 2, bench_t))
