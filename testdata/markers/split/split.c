// Split mode: sweeps in any order, the caller's memory for the tape, results
// and shadows that the augmented primal returns, what an adjoint weighs.
// prints: 9 6 | 12 4 | 20 30 | -32 -32 68 | 3 70 | 0 2 | 4.5 16 2 | 8 | 6 24
#include <stdio.h>
#include <stdlib.h>
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_tape, enzyme_allocated;
struct tape_result { void *tape; double result; };
struct tape_result __enzyme_augmentfwd_1(void *, ...);
void *__enzyme_augmentfwd_2(void *, ...);
double __enzyme_reverse_1(void *, ...);
void __enzyme_reverse_2(void *, ...);
int __enzyme_augmentsize(void *, ...);

static double square(double x) { return x * x; }
static void chain(double *x, int n)
{
    for (int k = 0; k < n; k++) {
        double t = x[0] * x[1];
        x[0] = x[1];
        x[1] = t;
    }
}
static double dot(const double *x, const double *y, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++) s += x[k] * y[k];
    return s;
}
struct shadowed { void *tape; double *result, *shadow; };
struct shadowed __enzyme_augmentfwd_3(void *, ...);
static double *scaled(double *p, double by)
{
    p[1] *= by;
    return p + 1;
}
struct list { double v; struct list *next; };
static double product(struct list *l) { return l ? l->v * product(l->next) : 1; }
struct grads { double a, b; };
struct grads __enzyme_reverse_3(void *, ...);
static double both(double a, float b) { return a * b; }
// The same inside of a function that is itself differentiated.
double __enzyme_autodiff(void *, ...);
static double inner(double x)
{
    void *t = __enzyme_augmentfwd_2((void *)square, x);
    return __enzyme_reverse_1((void *)square, x, 3.0 * x, t);
}

int main(void)
{
    struct tape_result a = __enzyme_augmentfwd_1((void *)square, 3.0);
    printf("%g %g | ", a.result, __enzyme_reverse_1((void *)square, 3.0, 1.0, a.tape));
    // Two at once, ended in the order they began.
    struct tape_result b = __enzyme_augmentfwd_1((void *)square, 6.0), c = __enzyme_augmentfwd_1((void *)square, 2.0);
    printf("%g ", __enzyme_reverse_1((void *)square, 6.0, 1.0, b.tape));
    printf("%g | ", __enzyme_reverse_1((void *)square, 2.0, 1.0, c.tape));
    double x[2] = {2, 3}, y[2] = {5, 7}, dx[2] = {0, 0};
    b = __enzyme_augmentfwd_1((void *)dot, enzyme_dup, x, dx, enzyme_const, y, 2);
    x[0] = 2;
    __enzyme_reverse_2((void *)dot, enzyme_dup, x, dx, enzyme_const, y, 2, 4.0, b.tape);
    printf("%g %g | ", dx[0], dx[1] + 2);
    char *memory = malloc(__enzyme_augmentsize((void *)chain, enzyme_dup, enzyme_const));
    double z[2] = {2, -2}, dz[2] = {0, 1};
    __enzyme_augmentfwd_2((void *)chain, z, dz, 3, enzyme_allocated, 8, enzyme_tape, memory);
    double z1 = z[1];
    __enzyme_reverse_2((void *)chain, z, dz, 3, enzyme_allocated, 8, enzyme_tape, memory);
    printf("%g %g %g | ", z1, dz[0], dz[1] + 20);
    free(memory);
    double p[2] = {1, 7}, dp[2] = {0, 0};
    struct shadowed s = __enzyme_augmentfwd_3((void *)scaled, p, dp, 10.0);
    *s.shadow += 1;
    double dby = __enzyme_reverse_1((void *)scaled, p, dp, 10.0, s.tape);
    printf("%d %g | %g %g | ", 3, *s.result, dp[0], dp[1] / 5);
    struct list l3 = {2, 0}, l2 = {4, &l3}, l1 = {0.5, &l2}, d3 = {0, 0}, d2 = {0, &d3}, d1 = {0, &d2};
    b = __enzyme_augmentfwd_1((void *)product, &l1, &d1);
    __enzyme_reverse_2((void *)product, &l1, &d1, 2.0, b.tape);
    printf("%g %g %g | ", b.result + 0.5, d1.v, d2.v);
    struct tape_result w = __enzyme_augmentfwd_1((void *)both, 2.0, 4.0);
    struct grads g = __enzyme_reverse_3((void *)both, 2.0, 4.0, 2.0, w.tape);
    printf("%g | ", g.a);
    printf("%g %g\n", dby - 1, __enzyme_autodiff((void *)inner, 2.0));
    return 0;
}
