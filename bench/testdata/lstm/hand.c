// The adjoint of lstm: forward through time keeping gates and cells, and back.
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct step {
  double forget, ingate, outgate, change, cell, hidden, tanh_cell, input;
};

void lstm_hand(int l, int c, int b, const double *restrict w, double *restrict d_w, const double *restrict state0,
               const double *restrict sequence) {
  const double *extra = w + 8 * b * l;
  double *d_extra = d_w + 8 * b * l;
  struct step *tape = malloc((size_t)(c - 1) * l * b * sizeof *tape), *at = tape;
  double *outs = malloc((size_t)(c - 1) * 2 * b * sizeof *outs);
  double hidden[l * b], cell[l * b], in[b];
  for (int i = 0; i < l; i++) {
    memcpy(hidden + i * b, state0 + 2 * b * i, b * sizeof *hidden);
    memcpy(cell + i * b, state0 + 2 * b * i + b, b * sizeof *cell);
  }
  for (int t = 0; t + 1 < c; t++) {
    for (int i = 0; i < b; i++)
      in[i] = sequence[t * b + i] * extra[i];
    for (int k = 0; k < l; k++) {
      const double *wk = w + 8 * b * k;
      for (int i = 0; i < b; i++, at++) {
        double h = hidden[k * b + i];
        at->input = in[i];
        at->hidden = h;
        at->cell = cell[k * b + i];
        at->forget = 1 / (1 + exp(-(in[i] * wk[i] + wk[4 * b + i])));
        at->ingate = 1 / (1 + exp(-(h * wk[b + i] + wk[5 * b + i])));
        at->outgate = 1 / (1 + exp(-(in[i] * wk[2 * b + i] + wk[6 * b + i])));
        at->change = tanh(h * wk[3 * b + i] + wk[7 * b + i]);
        cell[k * b + i] = at->cell * at->forget + at->ingate * at->change;
        at->tanh_cell = tanh(cell[k * b + i]);
        in[i] = hidden[k * b + i] = at->outgate * at->tanh_cell;
      }
    }
    double *weight = outs + (size_t)t * 2 * b, *last = weight + b, sum = 2;
    for (int i = 0; i < b; i++) {
      last[i] = in[i];
      sum += weight[i] = exp(in[i] * extra[b + i] + extra[2 * b + i]);
    }
    for (int i = 0; i < b; i++)
      weight[i] /= sum;
  }
  double scale = -1.0 / ((c - 1) * b), d_hidden[l * b], d_cell[l * b], d_in[b];
  memset(d_hidden, 0, sizeof d_hidden);
  memset(d_cell, 0, sizeof d_cell);
  for (int t = c - 2; t >= 0; t--) {
    const double *next = sequence + (t + 1) * b, *weight = outs + (size_t)t * 2 * b, *last = weight + b;
    double all = 0;
    for (int i = 0; i < b; i++)
      all += next[i];
    for (int i = 0; i < b; i++) {
      double d_out = scale * (next[i] - all * weight[i]);
      d_extra[2 * b + i] += d_out;
      d_extra[b + i] += d_out * last[i];
      d_in[i] = d_out * extra[b + i];
    }
    for (int k = l - 1; k >= 0; k--) {
      const double *wk = w + 8 * b * k;
      double *restrict dk = d_w + 8 * b * k;
      const struct step *s = tape + ((size_t)t * l + k) * b;
      for (int i = 0; i < b; i++, s++) {
        double d_h = d_hidden[k * b + i] + d_in[i];
        double d_outgate = d_h * s->tanh_cell * s->outgate * (1 - s->outgate);
        double d_c = d_cell[k * b + i] + d_h * s->outgate * (1 - s->tanh_cell * s->tanh_cell);
        double d_forget = d_c * s->cell * s->forget * (1 - s->forget);
        double d_ingate = d_c * s->change * s->ingate * (1 - s->ingate);
        double d_change = d_c * s->ingate * (1 - s->change * s->change);
        d_cell[k * b + i] = d_c * s->forget;
        dk[i] += d_forget * s->input;
        dk[b + i] += d_ingate * s->hidden;
        dk[2 * b + i] += d_outgate * s->input;
        dk[3 * b + i] += d_change * s->hidden;
        dk[4 * b + i] += d_forget;
        dk[5 * b + i] += d_ingate;
        dk[6 * b + i] += d_outgate;
        dk[7 * b + i] += d_change;
        d_in[i] = d_forget * wk[i] + d_outgate * wk[2 * b + i];
        d_hidden[k * b + i] = d_ingate * wk[b + i] + d_change * wk[3 * b + i];
      }
    }
    for (int i = 0; i < b; i++)
      d_extra[i] += d_in[i] * sequence[t * b + i];
  }
  free(outs);
  free(tape);
}
