// A block whose parts are handed out to members of a struct that are listed first, in
// a loop over the list, beside a member that holds integers.
// llad: func f float
// llad: arg x dup float[24] range(0.5,1.5)
// llad: arg order const int[4] {3,1,0,2}
// llad: tags float heap loop struct
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct parts {
  float *scale, *shift, *weights;
};

struct model {
  struct parts p;
  float *block;
  int *order;
  long sizes[3];
  float loss;
};

static float *hand_out(struct parts *p, const long *sizes) {
  long all = 0;
  for (int i = 0; i < 3; i++)
    all += sizes[i];
  float *block = malloc(all * sizeof(float));
  float **list[] = {&p->scale, &p->shift, &p->weights};
  float *next = block;
  for (int i = 0; i < 3; i++) {
    *list[i] = next;
    next += sizes[i];
  }
  return block;
}

static void run(struct model *m, const float *x, const int *order) {
  m->sizes[0] = 4;
  m->sizes[1] = 4;
  m->sizes[2] = 16;
  m->block = hand_out(&m->p, m->sizes);
  m->order = malloc(4 * sizeof(int));
  memcpy(m->order, order, 4 * sizeof(int));
  memcpy(m->block, x, 24 * sizeof(float));
  m->loss = 0;
  for (int i = 0; i < 4; i++) {
    float s = m->p.shift[m->order[i]];
    for (int j = 0; j < 4; j++)
      s += m->p.weights[4 * i + j] * m->p.scale[j];
    m->loss += sinf(s);
  }
}

float f(const float *x, const int *order) {
  struct model m;
  run(&m, x, order);
  free(m.block);
  free(m.order);
  return m.loss;
}
