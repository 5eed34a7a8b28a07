// A long short-term memory of l layers, b wide, that predicts the next element
// of a sequence of c; the loss is the cross entropy per element. w: for every
// layer weights and biases of four gates, then input and output scales.
#include <math.h>
#include <string.h>

#ifndef real
#define real double
#endif

static real sigmoid(real x) { return 1 / (1 + exp(-x)); }

static void cell_step(int b, const real *w, real *hidden, real *cell, const real *input) {
  const real *bias = w + 4 * b;
  for (int i = 0; i < b; i++) {
    real forget = sigmoid(input[i] * w[i] + bias[i]);
    real ingate = sigmoid(hidden[i] * w[b + i] + bias[b + i]);
    real outgate = sigmoid(input[i] * w[2 * b + i] + bias[2 * b + i]);
    real change = tanh(hidden[i] * w[3 * b + i] + bias[3 * b + i]);
    cell[i] = cell[i] * forget + ingate * change;
    hidden[i] = outgate * tanh(cell[i]);
  }
}

static void predict(int l, int b, const real *w, real *state, const double *input, real *out) {
  const real *extra = w + 8 * b * l, *at = out;
  for (int i = 0; i < b; i++)
    out[i] = input[i] * extra[i];
  for (int i = 0; i < l; i++) {
    real *hidden = state + 2 * b * i;
    cell_step(b, w + 8 * b * i, hidden, hidden + b, at);
    at = hidden;
  }
  for (int i = 0; i < b; i++)
    out[i] = at[i] * extra[b + i] + extra[2 * b + i];
}

real lstm(int l, int c, int b, const real *w, const double *state0, const double *sequence) {
  real state[2 * b * l], out[b], total = 0;
  for (int i = 0; i < 2 * b * l; i++)
    state[i] = state0[i];
  for (int t = 0; t + 1 < c; t++) {
    const double *next = sequence + (t + 1) * b;
    predict(l, b, w, state, sequence + t * b, out);
    real sum = 2;
    for (int i = 0; i < b; i++)
      sum += exp(out[i]);
    real norm = log(sum);
    for (int i = 0; i < b; i++)
      total += next[i] * (out[i] - norm);
  }
  return -total / ((c - 1) * b);
}
