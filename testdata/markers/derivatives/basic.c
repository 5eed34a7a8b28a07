// Gradients by value, by pointer, and what the markers say about arguments.
// prints: 12 | 6 | 3 5 | 2 6 | 12 8 | 15 | 48
#include <stdio.h>
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_dupnoneed;
double __enzyme_autodiff(void *, ...);
float __enzyme_autodiff_float(float (*)(float), ...);
void __enzyme_autodiff_void(void *, ...);
struct two { double a, b; };
struct two __enzyme_autodiff_two(void *, ...);

static double scaled(double x, double y, int n) { return x * y * n; }
static float square(float x) { return x * x; }
static double both(const double *x, double y) { return x[0] * y + x[1]; }
static void update(double *x) { x[0] = x[0] * x[0]; }
static double twice(double x, double *scratch)
{
    scratch[0] = x * x;
    return scratch[0] * x;
}

int main(void)
{
    printf("%g | ", __enzyme_autodiff((void *)scaled, enzyme_out, 2.0, enzyme_const, 3.0, 4));
    printf("%g | ", __enzyme_autodiff_float(square, 3.0f));
    double x[2] = {5, 7}, dx[2] = {0, 2};
    double dy = __enzyme_autodiff((void *)both, enzyme_dup, x, dx, 3.0);
    printf("%g %g | ", dx[0], dy);
    double u[1] = {3}, du[1] = {1};
    __enzyme_autodiff_void((void *)update, u, du);
    printf("%g %g | ", dx[1] - 1, du[0]);
    struct two g = __enzyme_autodiff_two((void *)scaled, 2.0, 3.0, 4);
    printf("%g %g | ", g.a, g.b);
    printf("%g | ", __enzyme_autodiff((void *)both, enzyme_const, x, 2.0) + 10);
    double t[1], dt[1] = {0};
    printf("%g\n", __enzyme_autodiff((void *)twice, 4.0, enzyme_dupnoneed, t, dt));
    return 0;
}
