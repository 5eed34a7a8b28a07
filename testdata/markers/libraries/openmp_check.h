// What programs with parallel regions check of functions of N numbers, of type fn: the derivative in reverse mode against
// the tangent and against central differences.
#include <math.h>
extern int enzyme_const, enzyme_dup;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);
typedef void fn(const double *x, double *y, int n);

static double start(int i) { return 0.4 + 0.5 * sin(3.0 * i + 1); }

static int check(fn *f, void (*reverse)(double *, double *, double *, double *), void (*forward)(double *, double *, double *, double *))
{
    double x[N], y[N] = {0}, dx[N] = {0}, dy[N], v[N], tx[N], ty[N] = {0}, w[N], dot = 0, dif = 0, back = 0;
    for (int i = 0; i < N; i++) {
        x[i] = start(i);
        w[i] = dy[i] = cos(5.0 * i);
        v[i] = tx[i] = sin(7.0 * i + 2);
    }
    reverse(x, dx, y, dy);
    double z[N] = {0};
    forward(x, tx, z, ty);
    double p[N], m[N], yp[N] = {0}, ym[N] = {0}, h = 1e-5;
    for (int i = 0; i < N; i++) {
        p[i] = x[i] + h * v[i];
        m[i] = x[i] - h * v[i];
    }
    f(p, yp, N);
    f(m, ym, N);
    for (int i = 0; i < N; i++) {
        back += dx[i] * v[i];
        dot += w[i] * ty[i];
        dif += w[i] * (yp[i] - ym[i]) / (2 * h);
    }
    return fabs(back - dot) <= 1e-10 * fabs(back) && fabs(back - dif) <= 1e-5 * fabs(back) + 1e-6;
}

#define CHECK(f)                                                                                                     \
    static void f##_reverse(double *x, double *dx, double *y, double *dy)                                            \
    {                                                                                                                \
        __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, N);                                       \
    }                                                                                                                \
    static void f##_forward(double *x, double *dx, double *y, double *dy)                                            \
    {                                                                                                                \
        __enzyme_fwddiff((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, N);                                        \
    }
