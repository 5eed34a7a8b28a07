// What stands between members tells nothing of itself, and is copied with them: as a
// whole struct, and in parts where some members are used.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const int 6
// llad: tags struct heap memcpy float
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <math.h>
#include <stdlib.h>

struct part {
  int kind;
  float scale;
  int count, step, first;
  float *in;
  int last;
  void (*run)(struct part, float *);
  float limit, bias;
  char flag;
  float *out;
  int names, first_name;
  float *kept;
};

static void rooted(struct part p, float *to) {
  for (int i = p.first; i < p.count; i += p.step)
    to[i] = p.scale * sqrtf(p.in[i]) + p.bias;
}

static void squared(struct part p, float *to) {
  for (int i = p.first; i < p.count; i += p.step)
    to[i] = p.scale * p.in[i] * p.in[i] + p.bias;
}

__attribute__((noinline)) static struct part make(int kind, int n, float scale) {
  struct part p = {0};
  p.kind = kind;
  p.count = n;
  p.step = 1;
  p.scale = scale;
  p.bias = 0.5f * scale;
  p.run = kind ? rooted : squared;
  p.in = calloc(n, sizeof(float));
  p.kept = calloc(n, sizeof(float));
  return p;
}

double f(const double *x, int n) {
  struct part *parts = calloc(3, sizeof *parts);
  for (int k = 0; k < 3; k++)
    parts[k] = make(k % 2, n, (float)x[k]);
  for (int i = 0; i < n; i++)
    parts[0].in[i] = (float)x[i];
  for (int k = 0; k < 3; k++) {
    struct part p = parts[k];
    p.run(p, p.kept);
    if (k < 2) {
      struct part next = parts[k + 1];
      for (int i = 0; i < n; i++)
        next.in[i] = p.kept[i];
    }
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += parts[2].kept[i] * (i + 1);
  for (int k = 0; k < 3; k++) {
    free(parts[k].in);
    free(parts[k].kept);
  }
  free(parts);
  return sum;
}
