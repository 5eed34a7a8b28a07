// Derivatives of derivatives: forward over forward, forward over reverse,
// reverse over forward, three deep.
// prints: 12 | 12 | 12 | 6 | 4 6
#include <stdio.h>
extern int enzyme_const, enzyme_dup;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void __enzyme_autodiff_v(void *, ...);
void __enzyme_fwddiff_v(void *, ...);

static double cube(double x) { return x * x * x; }
static double cube_f(double x) { return __enzyme_fwddiff((void *)cube, x, 1.0); }
static double cube_r(double x) { return __enzyme_autodiff((void *)cube, x); }
static double cube_ff(double x) { return __enzyme_fwddiff((void *)cube_f, x, 1.0); }

static double g(const double *x) { return x[0] * x[0] * x[0] + x[0] * x[1] * x[1]; }
static void grad(const double *x, double *out)
{
    out[0] = out[1] = 0;
    __enzyme_autodiff_v((void *)g, enzyme_dup, x, out);
}

int main(void)
{
    printf("%g | ", cube_ff(2.0));
    printf("%g | ", __enzyme_fwddiff((void *)cube_r, 2.0, 1.0));
    printf("%g | ", __enzyme_autodiff((void *)cube_f, 2.0));
    printf("%g | ", __enzyme_autodiff((void *)cube_ff, 2.0));
    // a column of the Hessian of g: forward over reverse
    double x[2] = {3, 2}, v[2] = {0, 1}, d[2], hv[2];
    __enzyme_fwddiff_v((void *)grad, enzyme_dup, x, v, enzyme_dup, d, hv);
    printf("%g %g\n", hv[0], hv[1]);
    return 0;
}
