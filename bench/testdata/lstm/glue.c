#include "../scalar.h"
#include "../tangent.h"

double lstm(int l, int c, int b, const double *w, const double *state, const double *sequence);
double lstm_grad(int l, int c, int b, const double *w, double *d_w, const double *state, const double *sequence,
                 double seed);
void lstm_hand(int l, int c, int b, const double *w, double *d_w, const double *state, const double *sequence);

int bench_l, bench_c, bench_b;
double *bench_state, *bench_sequence;

#define WEIGHTS (8 * bench_b * bench_l + 3 * bench_b)

void bench_setup(const long *size) {
  bench_l = (int)size[0], bench_c = (int)size[1], bench_b = 14;
  bench_scalar(WEIGHTS, -1, 1);
  bench_state = bench_array(2 * bench_b * bench_l, -1, 1);
  bench_sequence = bench_array(bench_b * bench_c, 0, 1);
}

double bench_primal(void) { return lstm(bench_l, bench_c, bench_b, bench_x, bench_state, bench_sequence); }

BENCH_GRADIENT(WEIGHTS, lstm_grad(bench_l, bench_c, bench_b, bench_x, bench_g, bench_state, bench_sequence, 1),
               lstm_hand(bench_l, bench_c, bench_b, bench_x, bench_g, bench_state, bench_sequence))

double lstm_jvp(int, int, int, ONE, ONE, ONE, ONE, double *d_ret);
double lstm_jvp8(int, int, int, ONE, EIGHT, ONE, ONE, double *d_ret);

BENCH_TANGENT(lstm_jvp(bench_l, bench_c, bench_b, bench_x, bench_d[0], bench_state, bench_sequence, bench_t), lstm_jvp8(bench_l, bench_c, bench_b, bench_x, D8, bench_state, bench_sequence, bench_t))
