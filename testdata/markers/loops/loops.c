// Loops that are written as a step and how often it is run: counted, until the step says no, one in
// another, with the state of all in a variable and behind an argument.
// prints: 0 0 0 0 0
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#define N 4
extern int enzyme_scheme, enzyme_checkpoint_region, enzyme_dup, enzyme_const;
void __enzyme_checkpoint_for(void *step, int64_t start, int64_t n, ...);
void __enzyme_checkpoint_while(void *step, ...);
void __enzyme_ptr_size_hint(void *, size_t, size_t);
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static double slow[N];
static void step(int64_t i, double *u)
{
    for (int k = 0; k < N; k++) {
        slow[k] = 0.875 * slow[k] + 0.125 * u[k] * u[k];
        u[k] += 0.125 * sin(u[(k + 1) % N] + 0.25 * i + slow[k]);
    }
}
static int more(int i, double *u, double scale)
{
    for (int k = 0; k < N; k++)
        u[k] *= scale * (1 + 0.125 * u[(k + 1) % N]);
    return i < 9;
}
static void part(int64_t i, double *u, int n)
{
    __enzyme_checkpoint_for((void *)step, i * n, n, enzyme_checkpoint_region, u, (int64_t)(N * sizeof *u), u);
}
static double end(const double *u)
{
    double s = 0;
    for (int k = 0; k < N; k++)
        s += u[k] * u[k] + slow[k];
    return s;
}

static double counted(double *u, int n)
{
    __enzyme_checkpoint_for((void *)step, 2, n, enzyme_scheme, (void *)0, (void *)0, enzyme_checkpoint_region, u,
                            (int64_t)(N * sizeof *u), u);
    return end(u);
}
static double counted_plain(double *u, int n)
{
    __enzyme_ptr_size_hint(u, N * sizeof *u, 0);
    for (int i = 2; i < 2 + n; i++)
        step(i, u);
    return end(u);
}
static double open(double *u, double scale)
{
    __enzyme_checkpoint_while((void *)more, enzyme_scheme, (void *)0, (void *)0, u, scale);
    return end(u);
}
static double open_plain(double *u, double scale)
{
    int i = 0;
    while (more(i++, u, scale))
        ;
    return end(u);
}
static double nested(double *u, int n)
{
    __enzyme_checkpoint_for((void *)part, 0, 3, enzyme_scheme, (void *)0, (void *)0, enzyme_checkpoint_region, u,
                            (int64_t)(N * sizeof *u), u, n);
    return end(u);
}
static double nested_plain(double *u, int n)
{
    for (int i = 0; i < 3 * n; i++)
        step(i, u);
    return end(u);
}

static void start(double *u, double *d)
{
    for (int k = 0; k < N; k++) {
        u[k] = 0.5 + 0.25 * k, slow[k] = 0.125 * k;
        d[k] = 0;
    }
}
static int differ(const double *a, const double *b)
{
    int n = 0;
    for (int k = 0; k < N; k++)
        n += !(fabs(a[k] - b[k]) <= 1e-13 * fabs(b[k])) || b[k] == 0;
    return n;
}

int main(void)
{
    double u[N], v[N], d[N], e[N];
    int bad = 0;
    for (int n = 0; n < 20; n += 6) {
        start(u, d), __enzyme_autodiff((void *)counted, u, d, n);
        start(v, e), __enzyme_autodiff((void *)counted_plain, v, e, n);
        bad += differ(d, e) + differ(u, v);
    }
    printf("%d ", bad);
    start(u, d);
    double g = __enzyme_autodiff((void *)open, u, d, 0.75);
    start(v, e);
    double h = __enzyme_autodiff((void *)open_plain, v, e, 0.75);
    printf("%d ", differ(d, e) + differ(u, v) + (fabs(g - h) > 1e-13 * fabs(h)));
    start(u, d), __enzyme_autodiff((void *)nested, u, d, 5);
    start(v, e), __enzyme_autodiff((void *)nested_plain, v, e, 5);
    printf("%d ", differ(d, e) + differ(u, v));
    double one[N] = {1, 0, 0, 0};
    start(u, e);
    double t = __enzyme_fwddiff((void *)nested, u, one, 5);
    printf("%d ", fabs(t - d[0]) > 1e-12 * fabs(t));
    start(u, d), start(v, e);
    double a = counted(u, 7);
    start(v, e);
    printf("%d\n", a != counted_plain(v, 7));
    return 0;
}
