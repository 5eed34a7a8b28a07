// lstm as C programs write it: helper functions, rows behind pointers, heap.
#include <math.h>
#include <stdlib.h>

typedef struct {
  const double *forget, *ingate, *outgate, *change;
} Gates;

typedef struct {
  double *hidden, *cell;
} Layer;

static double sigmoid(double x) { return 1.0 / (1.0 + exp(-x)); }

static double logsumexp(const double *v, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i)
    sum += exp(v[i]);
  return log(sum + 2);
}

static void model(int h, Gates w, Gates bias, Layer s, const double *input) {
  double *gates = malloc(4 * h * sizeof(double));
  double *forget = gates, *ingate = gates + h, *outgate = gates + 2 * h, *change = gates + 3 * h;
  for (int i = 0; i < h; ++i) {
    forget[i] = sigmoid(input[i] * w.forget[i] + bias.forget[i]);
    ingate[i] = sigmoid(s.hidden[i] * w.ingate[i] + bias.ingate[i]);
    outgate[i] = sigmoid(input[i] * w.outgate[i] + bias.outgate[i]);
    change[i] = tanh(s.hidden[i] * w.change[i] + bias.change[i]);
  }
  for (int i = 0; i < h; ++i)
    s.cell[i] = s.cell[i] * forget[i] + ingate[i] * change[i];
  for (int i = 0; i < h; ++i)
    s.hidden[i] = outgate[i] * tanh(s.cell[i]);
  free(gates);
}

static Gates gates_at(const double *w, int b) {
  Gates g = {w, w + b, w + 2 * b, w + 3 * b};
  return g;
}

double lstm(int l, int c, int b, const double *w, const double *state0, const double *sequence) {
  const double *extra = w + 8 * b * l;
  Layer *layers = malloc(l * sizeof *layers);
  for (int i = 0; i < l; ++i) {
    layers[i].hidden = malloc(b * sizeof(double));
    layers[i].cell = malloc(b * sizeof(double));
    for (int j = 0; j < b; ++j) {
      layers[i].hidden[j] = state0[2 * b * i + j];
      layers[i].cell[j] = state0[2 * b * i + b + j];
    }
  }
  double *pred = malloc(b * sizeof(double)), total = 0;
  int count = 0;
  for (int t = 0; t <= (c - 1) * b - 1; t += b) {
    for (int i = 0; i < b; ++i)
      pred[i] = sequence[t + i] * extra[i];
    const double *xp = pred;
    for (int i = 0; i < l; ++i) {
      model(b, gates_at(w + 8 * b * i, b), gates_at(w + 8 * b * i + 4 * b, b), layers[i], xp);
      xp = layers[i].hidden;
    }
    for (int i = 0; i < b; ++i)
      pred[i] = xp[i] * extra[b + i] + extra[2 * b + i];
    double lse = logsumexp(pred, b);
    for (int i = 0; i < b; ++i)
      total += sequence[t + b + i] * (pred[i] - lse);
    count += b;
  }
  for (int i = 0; i < l; ++i) {
    free(layers[i].hidden);
    free(layers[i].cell);
  }
  free(layers);
  free(pred);
  return -total / count;
}
