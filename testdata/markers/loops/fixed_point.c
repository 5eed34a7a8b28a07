// Iterations to a fixed point, as a step or as a loop that a call inside marks: derivatives are those of the loop.
// prints: 0 0 0 0 0
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#define N 3
extern int enzyme_fp_state, enzyme_fp_reduction, enzyme_fp_max_iters, enzyme_fp_control, enzyme_checkpoint_region;
extern int enzyme_dup, enzyme_const;
void __enzyme_fixed_point(void *step, ...);
void __enzyme_set_fixed_point(double reduction, int64_t most, void *control, ...);
void __enzyme_set_checkpointing(int schedule, int64_t budget);
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

// Kepler's equation for several eccentricities, whose anomalies hang together a little.
__attribute__((noinline)) static int step(int64_t i, double *E, const double *e, double *out, const double *tol)
{
    double most = 0;
    for (int k = 0; k < N; k++) {
        double next = 0.75 + e[k] * sin(E[k]) + 0.0625 * E[(k + 1) % N];
        most = fmax(most, fabs(next - E[k]));
        out[k] = E[k] * e[k];
        E[k] = next;
    }
    return most > *tol && i < 500;
}
static int again(double *cumul, double *reduction)
{
    return *cumul > *reduction;
}
static double sum(const double *E, const double *out)
{
    double s = 0;
    for (int k = 0; k < N; k++)
        s += (k + 1) * E[k] * E[k] + out[k];
    return s;
}

static double fixed(double *E, const double *e, double *out, const double *tol)
{
    __enzyme_fixed_point((void *)step, enzyme_fp_state, E, (int64_t)(N * sizeof *E), enzyme_fp_reduction, 1e-30,
                         enzyme_fp_max_iters, (int64_t)400, enzyme_fp_control, again, enzyme_checkpoint_region, e,
                         (int64_t)(N * sizeof *e), E, e, out, tol);
    return sum(E, out);
}
static double marked(double *E, const double *e, double *out, const double *tol)
{
    int64_t i = 0;
    int go = 1;
    while (go) {
        __enzyme_set_fixed_point(1e-30, (int64_t)-1, (void *)0, E, (int64_t)(N * sizeof *E));
        go = step(i++, E, e, out, tol);
    }
    return sum(E, out);
}
static double counted(double *E, const double *e, double *out, const double *tol)
{
    for (int i = 0; i < 60; i++) {
        __enzyme_set_checkpointing(2, 4);
        step(i, E, e, out, tol);
    }
    return sum(E, out);
}
static double plain(double *E, const double *e, double *out, const double *tol)
{
    int64_t i = 0;
    while (step(i++, E, e, out, tol))
        ;
    return sum(E, out);
}

static void start(double *E, double *e, double *dE, double *de)
{
    for (int k = 0; k < N; k++) {
        E[k] = 0.5, e[k] = 0.125 + 0.125 * k;
        dE[k] = de[k] = 0;
    }
}
static int differ(const double *a, const double *b)
{
    int n = 0;
    for (int k = 0; k < N; k++)
        n += !(fabs(a[k] - b[k]) <= 1e-12 * fabs(b[k])) || b[k] == 0;
    return n;
}

int main(void)
{
    double E[N], e[N], dE[N], out[N], dout[N] = {0}, tol = 1e-15, want[N], end[N];
    start(E, e, dE, want);
    __enzyme_autodiff((void *)plain, enzyme_dup, E, dE, enzyme_dup, e, want, enzyme_dup, out, dout, enzyme_const, &tol);
    for (int k = 0; k < N; k++)
        end[k] = E[k];
#define COMPARE(f)                                                                                                    \
    {                                                                                                                 \
        double de[N];                                                                                                 \
        start(E, e, dE, de);                                                                                          \
        __enzyme_autodiff((void *)f, enzyme_dup, E, dE, enzyme_dup, e, de, enzyme_dup, out, dout, enzyme_const, &tol); \
        printf("%d ", differ(de, want) + differ(E, end));                                                             \
    }
    COMPARE(fixed)
    COMPARE(marked)
    COMPARE(counted)
    double h = 1e-6, de[N];
    start(E, e, dE, de);
    e[1] += h;
    double up = plain(E, e, out, &tol);
    start(E, e, dE, de);
    e[1] -= h;
    double down = plain(E, e, out, &tol);
    printf("%d ", fabs((up - down) / (2 * h) - want[1]) > 1e-8 * fabs(want[1]));
    double one[N] = {0, 1, 0};
    start(E, e, dE, de);
    double t = __enzyme_fwddiff((void *)fixed, enzyme_dup, E, dE, enzyme_dup, e, one, enzyme_dup, out, dout, enzyme_const, &tol);
    printf("%d\n", fabs(t - want[1]) > 1e-12 * fabs(t));
    return 0;
}
