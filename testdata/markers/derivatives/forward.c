// Tangents: by value, of memory, several at once, with the primal result.
// prints: 7 | 10 7 | 3 2 | 3 0 2 | 24 | 6 9 | 4 8
#include <stdio.h>
extern int enzyme_const, enzyme_dup, enzyme_width, enzyme_dupv, enzyme_primal_return;
struct d2 { double a, b; };
struct d3 { double a, b, c; };
double __enzyme_fwddiff(void *, ...);
void __enzyme_fwddiff_void(void *, ...);
struct d2 __enzyme_fwddiff_d2(void *, ...);
struct d3 __enzyme_fwddiff_d3(void *, ...);

static double f(double x, double y) { return x * y; }
static double h(const double *x, int n)
{
    double s = 1;
    for (int i = 0; i < n; i++)
        s *= x[i];
    return s;
}
static void g(double *x)
{
    x[0] = x[0] * x[0];
    x[1] = x[0] + x[1];
}

int main(void)
{
    printf("%g | ", __enzyme_fwddiff((void *)f, 2.0, 1.0, 5.0, 1.0));
    struct d2 r = __enzyme_fwddiff_d2((void *)f, enzyme_primal_return, 2.0, 1.0, 5.0, 1.0);
    printf("%g %g | ", r.a, r.b);
    r = __enzyme_fwddiff_d2((void *)f, enzyme_width, 2, 2.0, 1.0, 0.0, 3.0, 0.0, 1.0);
    printf("%g %g | ", r.a, r.b);
    struct d3 s = __enzyme_fwddiff_d3((void *)f, enzyme_width, 3, enzyme_dup, 2.0, 1.0, 0.0, 0.0, enzyme_dup, 3.0, 0.0, 0.0, 1.0);
    printf("%g %g %g | ", s.a, s.b, s.c);
    double x[3] = {2, 3, 4}, dx[3] = {2, 0, 0};
    printf("%g | ", __enzyme_fwddiff((void *)h, enzyme_dup, x, dx, 3));
    double dd[6] = {0.5, 0, 0, 0, 0, 1.5};
    r = __enzyme_fwddiff_d2((void *)h, enzyme_width, 2, enzyme_dupv, 3 * sizeof(double), x, dd, 3);
    printf("%g %g | ", r.a, r.b);
    double y[2] = {2, 1}, dy[2] = {1, 4};
    __enzyme_fwddiff_void((void *)g, y, dy);
    printf("%g %g\n", dy[0], dy[1]);
    return 0;
}
