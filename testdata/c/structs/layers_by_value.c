// Layers of a network are structs of numbers, floats and addresses that are returned and
// passed by value, kept in an array, some of them in one of their own behind an address.
// llad: func f double
// llad: arg x dup double[8] range(0.5,1.5)
// llad: tags struct float alloc loop
// llad: difftol 2e-4
// llad: dottol 1e-5
#include <math.h>
#include <stdlib.h>

typedef struct layer layer;
struct layer {
  int batch, inputs, outputs, steps, index, kind, flags, pad, stride, groups, flip, joint, reverse, truth;
  float *weights;
  int classes, coords, background, log, tanh, reorg;
  int *mask;
  int total, bias_match, random;
  float scale, temperature, probability;
  float *output, *delta;
  layer *inner;
  long workspace;
};

__attribute__((noinline)) static layer make_dense(int inputs, int outputs) {
  layer l = {0};
  l.batch = 1;
  l.inputs = inputs;
  l.outputs = outputs;
  l.stride = inputs;
  l.scale = 0.5f;
  l.temperature = 1;
  l.weights = calloc(inputs * outputs, sizeof(float));
  l.output = calloc(outputs, sizeof(float));
  return l;
}

__attribute__((noinline)) static layer make_nested(int inputs, int outputs) {
  layer l = {0};
  l.kind = 1;
  l.inputs = inputs;
  l.outputs = outputs;
  l.inner = malloc(sizeof(layer));
  *l.inner = make_dense(inputs, outputs);
  l.inner->batch = 1;
  l.weights = l.inner->weights;
  l.output = l.inner->output;
  l.scale = 2;
  return l;
}

__attribute__((noinline)) static void forward(layer l, const float *in) {
  if (l.inner) {
    layer s = *l.inner;
    forward(s, in);
    for (int k = 0; k < l.outputs; k++)
      l.output[k] *= l.scale;
    return;
  }
  for (int k = 0; k < l.outputs; k++) {
    float sum = 0;
    for (int i = 0; i < l.inputs; i++)
      sum += l.weights[k * l.stride + i] * in[i];
    l.output[k] = tanhf(l.scale * sum / l.temperature);
  }
}

double f(const double *x) {
  layer *net = calloc(3, sizeof(layer));
  net[0] = make_dense(2, 2);
  net[1] = make_nested(2, 2);
  net[2] = make_dense(2, 1);
  float in[2] = {(float)x[6], (float)x[7]};
  const float *from = in;
  for (int n = 0; n < 3; n++) {
    layer l = net[n];
    for (int k = 0; k < l.inputs * l.outputs; k++)
      l.weights[k] = (float)(x[(k + n) % 6] * (k + 1));
    forward(l, from);
    from = l.output;
  }
  double r = net[2].output[0] + 0.5 * net[1].output[1];
  for (int n = 0; n < 3; n++) {
    free(net[n].weights);
    free(net[n].output);
    free(net[n].inner);
  }
  free(net);
  return r;
}
