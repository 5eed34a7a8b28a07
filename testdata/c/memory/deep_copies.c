// Memory that this function only copies, and that a recursive function reads
// through a pointer in a struct; an array of sizes in a struct that is copied, of
// which only variable indices are used.
// llad: func f float
// llad: arg x dup float[6] {0.75,-0.5,1.25,0.625,0.5,-1.5}
// llad: arg k dup float[4] {0.5,1.25,-0.75,2}
// llad: tags float
// llad: difftol 2e-5
// llad: dottol 1e-5
#include <stdlib.h>
#include <string.h>

struct sizes { long of[2]; };
struct view { struct sizes n; float *k; const float *x; };

__attribute__((noinline)) static void convolve(const struct view *v, long a, long b, int d, float *sum) {
  for (long j = 0; j < v->n.of[d]; j++) {
    if (d > 0)
      convolve(v, a + j, b + 2 * j, d - 1, sum);
    else
      *sum += v->x[a + j] * v->k[b + j] * v->k[b + j];
  }
}

float f(const float *x, const float *k) {
  struct sizes n = {{2, 2}};
  struct view v;
  v.n = n;
  v.x = x;
  float *first = malloc(n.of[0] * n.of[1] * sizeof *first);
  memcpy(first, k, n.of[0] * n.of[1] * sizeof *first);
  v.k = malloc(n.of[0] * n.of[1] * sizeof *first);
  memcpy(v.k, first, n.of[0] * n.of[1] * sizeof *first);
  float sum = 0;
  for (int at = 0; at < 3; at++)
    convolve(&v, at, 0, 1, &sum);
  free(first);
  free(v.k);
  return sum;
}
