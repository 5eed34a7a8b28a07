// Arguments: layers, heads, width, tokens, sequences, vocabulary.
#include <string.h>

#include "tangent.h"
#include "transformer.h"

double transformer_grad(const struct sizes *s, double *weights, double *d_weights, double *acts, double *d_acts, const int *tokens,
                        const int *targets, double seed);
double transformer_jvp(const struct sizes *s, double *weights, double *d_weights, double *acts, double *d_acts, const int *tokens,
                       const int *targets, double *d_ret);

static struct sizes sizes;
static size_t total, room;
static double *weights, *d_weights, *acts, *d_acts;
static int *tokens, *targets;

void bench_setup(const long *size) {
  sizes = (struct sizes){(int)size[0], (int)size[1], (int)size[2], (int)size[3], (int)size[4], (int)size[5]};
  struct weights w;
  struct acts a;
  total = place_weights(&sizes, NULL, &w);
  room = place_acts(&sizes, NULL, &a);
  weights = bench_array(total, -0.1, 0.1);
  d_weights = bench_array(total, 0, 0);
  acts = bench_array(room, 0, 0);
  d_acts = bench_array(room, 0, 0);
  place_weights(&sizes, weights, &w);
  for (int i = 0; i < sizes.layers * sizes.c; i++)
    w.ln1w[i] += 1, w.ln2w[i] += 1;
  for (int i = 0; i < sizes.c; i++)
    w.lnfw[i] += 1;
  int n = sizes.b * sizes.t;
  tokens = malloc(sizeof *tokens * n);
  targets = malloc(sizeof *targets * n);
  for (int k = 0; k < n; k++) {
    tokens[k] = (int)bench_uniform(0, sizes.v);
    targets[k] = (int)bench_uniform(0, sizes.v);
  }
}

double bench_primal(void) { return transformer(&sizes, weights, acts, tokens, targets); }

void bench_llad(void) {
  memset(d_weights, 0, total * sizeof *d_weights);
  memset(d_acts, 0, room * sizeof *d_acts);
  transformer_grad(&sizes, weights, d_weights, acts, d_acts, tokens, targets, 1);
}

void bench_hand(void) {
  memset(d_weights, 0, total * sizeof *d_weights);
  transformer_hand(&sizes, weights, d_weights, acts, d_acts, tokens, targets);
}

void bench_jvp(void) { transformer_jvp(&sizes, weights, bench_d[0], acts, d_acts, tokens, targets, bench_t); }

const double *bench_gradient(size_t *size) {
  *size = total;
  return d_weights;
}

double *bench_variables(void) { return weights; }
