// Registered derivatives of functions in tangents from a tape: each mode takes the
// one that is registered for it. They are marked by factors of their own.
// prints: 4.05055e+06 4.00501e+09 3 4555 9110 3 | 616 616 196 | 5.4 1
#include "llad.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int enzyme_dup, enzyme_const, enzyme_nofree, enzyme_width;
struct tr { void *tape; double result; };
struct tr __enzyme_augmentfwd(void *, ...);
double __enzyme_fwdsplit(void *, ...);
double __enzyme_fwddiff(void *, ...);
double __enzyme_autodiff(void *, ...);
struct pair { double a, b; };
struct pair __enzyme_fwdsplit_p(void *, ...);

// Each derivative is marked by a factor of its own.
static int runs;
__attribute__((noinline)) static double mix(double x, double y) { runs++; return x * y; }
struct kept { double *tape; double result, shadow; };
static struct kept mix_aug(double x, double y) { runs++; struct kept k = {malloc(2 * sizeof(double)), x * y, 0}; k.tape[0] = x; k.tape[1] = y; return k; }
static struct pair mix_tan(double x, double dx, double y, double dy, double *tape) { struct pair p = {tape[0] * tape[1], 10 * (tape[1] * dx + tape[0] * dy)}; if (tape[0] != x) puts("arguments differ"); return p; }
static struct pair mix_fwd(double x, double dx, double y, double dy) { runs++; struct pair p = {x * y, 100 * (y * dx + x * dy)}; return p; }
static struct kept mix_aug2(double x, double y) { return mix_aug(x, y); }
static struct pair mix_grad(double x, double y, double d, double *tape) { struct pair p = {1000 * d * tape[1], 1000 * d * tape[0]}; free(tape); return p; }
void *__enzyme_register_splitderivative_mix[3] = {(void *)mix, (void *)mix_aug, (void *)mix_tan};
void *__enzyme_register_derivative_mix[2] = {(void *)mix, (void *)mix_fwd};
void *__enzyme_register_gradient_mix[3] = {(void *)mix, (void *)mix_aug2, (void *)mix_grad};
static double f(double x, int n) { double s = 1; for (int k = 0; k < n; k++) s = mix(s, x) + 0.5; return s; }

// memory in place
__attribute__((noinline)) static void scale(double *v, double by, int n) { for (int k = 0; k < n; k++) v[k] *= by; }
static double *scale_aug(double *v, double *dv, double by, int n) { if (dv) puts("shadow"); double *t = malloc((n + 1) * sizeof(double)); memcpy(t, v, n * sizeof *v); t[n] = by; scale(v, by, n); return t; }
static void scale_tan(double *v, double *dv, double by, double dby, int n, double *t) { for (int k = 0; k < n; k++) dv[k] = 7 * (dv[k] * t[n] + t[k] * dby); }
void *__enzyme_register_splitderivative_scale[3] = {(void *)scale, (void *)scale_aug, (void *)scale_tan};
static double g(double *v, double x) { scale(v, x, 3); double s = 0; for (int k = 0; k < 3; k++) s += v[k] * v[k]; return s; }
// under the project's own names; without a tape, a result alone
LLAD_RULE static double half(double x) { runs++; return x / 2; }
static double half_aug(double x) { runs++; return x / 2; }
static double half_replay(double x, double dx) { return dx * 3; }
LLAD_SPLIT_DERIVATIVE(half, half_aug, half_replay)
static double h(const double *x) { return x[0] * half(x[1]); }

int main(void) {
  printf("%g ", __enzyme_fwddiff((void*)f, 2.0, 1.0, 3));
  printf("%g ", __enzyme_autodiff((void*)f, 2.0, 3));
  runs = 0;
  struct tr t = __enzyme_augmentfwd((void*)f, 2.0, 3);
  printf("%d ", runs);
  printf("%g ", __enzyme_fwdsplit((void*)f, 0.0, 1.0, 3, enzyme_nofree, t.tape));
  printf("%g %d | ", __enzyme_fwdsplit((void*)f, 0.0, 2.0, 3, t.tape), runs);
  double v[3] = {1, 2, 3}, dv[3] = {1, 0, 1};
  t = __enzyme_augmentfwd((void*)g, v, dv, 2.0);
  v[0] = v[1] = v[2] = 99;
  printf("%g ", __enzyme_fwdsplit((void*)g, v, dv, 2.0, 1.0, t.tape));
  double w[3] = {1, 2, 3}, d1[3] = {1, 0, 1}, d2[3] = {0, 0, 0};
  t = __enzyme_augmentfwd((void*)g, enzyme_width, 2, w, d1, d2, 2.0);
  struct pair p = __enzyme_fwdsplit_p((void*)g, enzyme_width, 2, w, d1, d2, 2.0, 1.0, 0.5, t.tape);
  printf("%g %g | ", p.a, p.b);
  double x[2] = {0.9, 4}, dx[2] = {0, 2};
  runs = 0;
  void *tape = __llad_augment((void *)h, llad_dup, x, (double *)0);
  x[0] = x[1] = 0;
  printf("%g %d\n", __llad_replay((void *)h, x, dx, tape), runs);
}
