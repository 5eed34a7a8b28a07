#include <stdio.h>
#include <stdlib.h>
#include "grad.h"
#include "jvp.h"

/* A memref of one dimension, as MLIR's C interface has it. */
typedef struct {
  double *base, *data;
  int64_t offset, size, stride;
} memref;

static memref of(double *p, int64_t n) { return (memref){p, p, 0, n, 1}; }

void _mlir_ciface_squares(memref *y, memref *x);
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
extern int enzyme_dup;

int main(void) {
  enum { n = 4 };
  double x[n] = {0.5, -0.25, 1, 0.75}, d_x[n] = {0}, d_k = 0;

  /* The plain form: a memref is five arguments; those that are addresses have shadows. */
  double e = energy_grad(2, &d_k, x, d_x, x, d_x, 0, n, 1, 1);
  printf("energy %.17g\nd/dk %.17g\n", e, d_k);
  for (int i = 0; i < n; i++) printf("d/dx[%d] %.17g\n", i, d_x[i]);

  /* The form of llvm.emit_c_interface: the address of a memref, and that of its shadow. */
  double more[n] = {0}, more_k = 0;
  memref a = of(x, n), d_a = of(more, n);
  _mlir_ciface_energy_grad(2, &more_k, (void *)&a, (void *)&d_a, 1);
  for (int i = 0; i < n; i++)
    if (more[i] != d_x[i]) return 1;

  /* A memref that is returned: its tangent is the shadow of the result. */
  double v[n] = {1, -1, 0.5, 2};
  squares_jvp_result d_y, y = squares_jvp(x, v, x, v, 0, n, 1, &d_y);
  for (int i = 0; i < n; i++) printf("tangent[%d] %.17g\n", i, ((double *)d_y.m1)[i]);
  free(y.m0);
  free(d_y.m0);

  /* And its gradient: the first half makes the result and its shadow, where adjoints are put for the second. */
  double w[n] = {0};
  memref r, d_r, d_b = of(w, n);
  void *tape = __enzyme_augmentfwd((void *)_mlir_ciface_squares, enzyme_dup, &r, &d_r, enzyme_dup, &a, &d_b);
  for (int i = 0; i < n; i++) d_r.data[i] = i + 1;
  __enzyme_reverse((void *)_mlir_ciface_squares, enzyme_dup, &r, &d_r, enzyme_dup, &a, &d_b, tape);
  for (int i = 0; i < n; i++) printf("gradient[%d] %.17g\n", i, w[i]);
  free(r.base);
  free(d_r.base);
  return 0;
}
