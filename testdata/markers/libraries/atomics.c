// Atomic additions and subtractions by the threads of a team: an instruction from clang 15 on,
// a loop that exchanges bits before.
// prints: 10 8 -6 4 | 2 8 -2
// compile: -fopenmp
// link: -l:libomp.so.5
#include <stdio.h>
extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static double f(const double *x, int n)
{
    double s = 0;
    float c = 0;
#pragma omp parallel for
    for (int k = 0; k < n; k++) {
        double t = x[k] * x[k];
        float u = x[k];
#pragma omp atomic
        s += t;
#pragma omp atomic
        c -= u;
    }
    return s + 2 * c;
}
static double g(const double *x, double *y, int n)
{
#pragma omp parallel for
    for (int k = 0; k < n; k++) {
#pragma omp atomic
        y[k % 2] += x[k] * x[(k + 1) % n];
    }
    return y[0] * y[1];
}
int main(void)
{
    double x[4] = {6, 5, -2, 3}, d[4] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, d, 4);
    printf("%g %g %g %g | ", d[0], d[1], d[2], d[3]);
    double a[3] = {1, 2, -1}, b[3] = {0}, y[2] = {0}, dy[2] = {0};
    __enzyme_autodiff((void *)g, enzyme_dup, a, b, enzyme_dup, y, dy, 2);
    double z[2] = {0}, dz[2] = {0}, t[3] = {1, 0, 0};
    printf("%g %g %g\n", y[0], b[0], __enzyme_fwddiff((void *)f, enzyme_dup, a, t, 3) - 2);
    return 0;
}
