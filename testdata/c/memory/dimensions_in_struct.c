// Sizes in an array in a struct, used by a variable index and copied as a whole,
// beside members at other places.
// llad: func f float
// llad: arg x dup float[12] range(-1,1)
// llad: tags float
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <string.h>

struct tensor { const float *data; long dims[4]; long rank; const char *name; };
struct evaluator { struct tensor left, right; long strides[4]; };

__attribute__((noinline)) static void fill(long *to, const struct tensor *t) { memcpy(to, t->dims, sizeof t->dims); }

__attribute__((noinline)) static float walk(const struct evaluator *e, int d, long at) {
  if (d == e->left.rank) return e->left.data[at] * e->right.data[at];
  float s = 0;
  for (long k = 0; k < e->left.dims[d]; k++) s += walk(e, d + 1, at + k * e->strides[d]);
  return s;
}

float f(const float *x) {
  struct tensor t = {x, {3, 2, 2, 1}, 3, "t"};
  struct evaluator e;
  memcpy(&e.left, &t, sizeof t);
  e.right = e.left;
  memcpy(e.left.dims, t.dims, sizeof t.dims);
  fill(e.right.dims, &t);
  long stride = 1;
  for (int d = 0; d < 4; d++) {
    e.strides[d] = stride;
    stride *= e.right.dims[d];
  }
  return walk(&e, 0, 0);
}
