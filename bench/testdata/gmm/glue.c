#include <string.h>

#include "../bench.h"

double gmm(int d, int k, int n, const double *alphas, const double *means, const double *icf, const double *x,
           double gamma, int m, double *scratch);
double gmm_grad(int d, int k, int n, const double *alphas, double *d_alphas, const double *means, double *d_means,
                const double *icf, double *d_icf, const double *x, double gamma, int m, double *scratch,
                double *d_scratch, double seed);
void gmm_hand(int d, int k, int n, const double *alphas, double *d_alphas, const double *means, double *d_means,
              const double *icf, double *d_icf, const double *x, double gamma, int m, double *scratch);

int bench_d, bench_k, bench_n;
size_t bench_total, bench_scratch;
double *bench_x, *bench_g, *bench_data;
static double *scratch, *d_scratch;

void bench_setup(const long *size) {
  bench_d = (int)size[0], bench_k = (int)size[1], bench_n = (int)size[2];
  bench_total = (size_t)bench_k * (1 + bench_d + bench_d * (bench_d + 1) / 2);
  bench_scratch = (size_t)bench_k * (4 * bench_d + 4) + 2 * bench_d;
  bench_x = bench_array(bench_total, -0.3, 0.3);
  bench_g = bench_array(bench_total, 0, 0);
  bench_data = bench_array((size_t)bench_n * bench_d, -1, 1);
  scratch = bench_array(bench_scratch, 0, 0);
  d_scratch = bench_array(bench_scratch, 0, 0);
}

#define MEANS(p) ((p) + bench_k)
#define ICF(p) ((p) + bench_k + (size_t)bench_k * bench_d)

double bench_primal(void) {
  return gmm(bench_d, bench_k, bench_n, bench_x, MEANS(bench_x), ICF(bench_x), bench_data, 1.5, 2, scratch);
}

void bench_llad(void) {
  memset(bench_g, 0, bench_total * sizeof *bench_g);
  memset(d_scratch, 0, bench_scratch * sizeof *d_scratch);
  gmm_grad(bench_d, bench_k, bench_n, bench_x, bench_g, MEANS(bench_x), MEANS(bench_g), ICF(bench_x), ICF(bench_g),
           bench_data, 1.5, 2, scratch, d_scratch, 1);
}

void bench_hand(void) {
  memset(bench_g, 0, bench_total * sizeof *bench_g);
  gmm_hand(bench_d, bench_k, bench_n, bench_x, bench_g, MEANS(bench_x), MEANS(bench_g), ICF(bench_x), ICF(bench_g),
           bench_data, 1.5, 2, scratch);
}

const double *bench_gradient(size_t *n) {
  *n = bench_total;
  return bench_g;
}

double *bench_variables(void) { return bench_x; }
