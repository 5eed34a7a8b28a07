// Calls of BLAS, both modes, both layouts, all transpositions, strides: every
// gradient against central differences, every tangent against the gradient.
// link: -lblas
// prints: 0 wrong
#include "llad_blas.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
double __llad_reverse_f(void *, ...);
double __llad_forward_f(void *, ...);

enum { M = 3, N = 4, K = 2, S = 60 };
static int layout, ta, tb, ix, iy;
/* p: 0.. vectors, matrices and scalars; the result weighs everything. */
static double level1(double *p)
{
    double *x = p, *y = p + 20;
    double s = cblas_ddot(N, x, ix, y, iy);
    cblas_daxpy(N, p[50], x, ix, y, iy);
    s += cblas_dnrm2(N, y, 1) * cblas_dasum(N, x, 2);
    cblas_dscal(N, p[51] + s, x, ix < 0 ? -ix : ix);
    cblas_dswap(N, x, ix, y, iy);
    cblas_dcopy(3, x, 1, y, iy);
    for (int k = 0; k < S; k++)
        s += p[k] * (k + 1) * 0.01;
    return s;
}
static double level2(double *p)
{
    double *a = p, *x = p + 20, *y = p + 34;
    cblas_dgemv(layout, ta, M, N, p[50], a, 5, x, ix, p[51], y, iy);
    cblas_dgemv(layout, ta, M, N, 2, a, 5, x, ix, 0, p + 34, iy);
    cblas_dger(layout, M, N, p[52], x, 1, y, 1, a, 5);
    double s = 0;
    for (int k = 0; k < S; k++)
        s += p[k] * p[k] * (k + 1) * 0.01;
    return s;
}
static double level3(double *p)
{
    double *a = p, *b = p + 20, *c = p + 40;
    cblas_dgemm(layout, ta, tb, M, N, K, p[58], a, 4, b, 4, p[59], c, 4);
    double s = 0;
    for (int k = 0; k < S; k++)
        s += p[k] * p[k] * (k + 1) * 0.01;
    return s;
}
static double constants(const double *a, double *x, double *y)
{
    cblas_dgemv(CblasColMajor, CblasNoTrans, 2, 2, 1, a, 2, x, 1, 0, y, 1);
    return cblas_ddot(2, y, 1, y, 1);
}
static float single(float *p)
{
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, 2, 2, 2, 1.5f, p, 2, p + 4, 2, 0.5f, p + 8, 2);
    return cblas_sdot(4, p + 8, 1, p + 8, 1);
}

static int wrong;
static void fresh(double *p) { for (int k = 0; k < S; k++) p[k] = sin(1.3 * k + 1); }
static void check(double (*f)(double *), double (*gradient)(double *, double *), double (*tangent)(double *, double *))
{
    double p[S], d[S] = {0}, t[S], sum = 0;
    fresh(p);
    double v = gradient(p, d);
    for (int k = 0; k < S; k++) {
        double h = 1e-5, q[S];
        fresh(q), q[k] += h;
        double up = f(q);
        fresh(q), q[k] -= h;
        double diff = (up - f(q)) / (2 * h);
        if (!(fabs(d[k] - diff) <= 1e-6 * (1 + fabs(diff))))
            wrong++;
        t[k] = cos(k), sum += t[k] * d[k];
    }
    fresh(p);
    double ft = tangent(p, t);
    if (!(fabs(ft - sum) <= 1e-11 * (1 + fabs(sum))))
        wrong++;
    fresh(p);
    if (f(p) != v)
        wrong++;
}
#define BOTH(f)                                                                                         \
    static double f##_g(double *p, double *d) { return __llad_reverse_f((void *)f, llad_primal_return, p, d); } \
    static double f##_t(double *p, double *d) { return __llad_forward_f((void *)f, p, d); }
BOTH(level1)
BOTH(level2)
BOTH(level3)

int main(void)
{
    for (ix = -2; ix <= 2; ix++)
        for (iy = -1; iy <= 3; iy++)
            if (ix && iy)
                check(level1, level1_g, level1_t);
    for (int l = 0; l < 2; l++)
        for (int t = 0; t < 4; t++) {
            layout = l ? CblasRowMajor : CblasColMajor;
            ta = t & 1 ? CblasTrans : CblasNoTrans, tb = t & 2 ? CblasTrans : CblasNoTrans;
            check(level3, level3_g, level3_t);
            ix = t & 2 ? 2 : -1, iy = t & 2 ? -2 : 1;
            check(level2, level2_g, level2_t);
        }
    double a[4] = {1, 2, 3, 4}, x[2] = {1, 1}, dx[2] = {0, 0}, y[2], dy[2] = {0, 0};
    __llad_reverse_f((void *)constants, llad_const, a, llad_dup, x, dx, llad_dupnoneed, y, dy);
    if (fabs(dx[0] - 2 * (4 * 1 + 6 * 2)) > 1e-12 || fabs(dx[1] - 2 * (4 * 3 + 6 * 4)) > 1e-12)
        wrong++;
    float p[12], d[12] = {0}, q[12];
    for (int k = 0; k < 12; k++)
        p[k] = q[k] = 0.1f * (k - 4);
    llad_gradient(single, p, d);
    for (int k = 0; k < 12; k++) {
        float up[12], down[12];
        memcpy(up, q, sizeof q), memcpy(down, q, sizeof q);
        up[k] += 0.01f, down[k] -= 0.01f;
        if (fabsf((single(up) - single(down)) / 0.02f - d[k]) > 2e-2f)
            wrong++;
    }
    printf("%d wrong\n", wrong);
    return 0;
}
