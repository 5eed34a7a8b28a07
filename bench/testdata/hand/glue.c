#include "../scalar.h"
#include "../tangent.h"

enum { BONES = 22, POSE = 26 };

struct model {
  int vertices, points;
  const int *parent;
  const double *base, *inverse, *rest, *weight;
  const int *corner;
  const double *measured;
};

double hand(const struct model *m, const double *x);
double hand_grad(const struct model *m, const double *x, double *d_x, double seed);
void hand_hand(const struct model *m, const double *x, double *d_x);

struct model bench_model;

#define NUMBERS (POSE + 2 * bench_model.points)

void bench_setup(const long *size) {
  int vertices = (int)size[0], points = (int)size[1];
  int *parent = malloc(BONES * sizeof *parent), *corner = malloc(3 * points * sizeof *corner);
  for (int b = 0; b < BONES; b++)
    parent[b] = b == 0 ? -1 : b == 1 ? 0 : (b - 2) % 4 ? b - 1 : 1;
  for (int i = 0; i < 3 * points; i++)
    corner[i] = (int)(bench_uniform(0, 1) * vertices);
  bench_model = (struct model){vertices, points, parent,
                               bench_array(16 * BONES, -0.5, 0.5), bench_array(16 * BONES, -0.5, 0.5),
                               bench_array(3 * vertices, -1, 1), bench_array(BONES * vertices, 0, 0.1),
                               corner, bench_array(3 * points, -1, 1)};
  bench_scalar(NUMBERS, 0.1, 0.4);
}

double bench_primal(void) { return hand(&bench_model, bench_x); }

BENCH_GRADIENT(NUMBERS, hand_grad(&bench_model, bench_x, bench_g, 1), hand_hand(&bench_model, bench_x, bench_g))

double hand_jvp(const struct model *, ONE, ONE, double *d_ret);
double hand_jvp8(const struct model *, ONE, EIGHT, double *d_ret);

BENCH_TANGENT(hand_jvp(&bench_model, bench_x, bench_d[0], bench_t), hand_jvp8(&bench_model, bench_x, D8, bench_t))
