// Registered derivatives: every shape of what an augmented function returns,
// inside loops, through function pointers, of the function that is asked for
// itself, and in forward mode. The derivatives are wrong on purpose, so that it
// shows which are used.
// prints: 30 1 1 | 66 | 21 1 2 | 8 80 | 5 6 | 7.5 100 | 42 | 60 9 | 3 11 | 900 10
#include <stdio.h>
#include <stdlib.h>
#define NOINLINE __attribute__((noinline))
extern int enzyme_const, enzyme_dup, enzyme_out;
double __enzyme_autodiff(void *, ...);
void __enzyme_autodiff_void(void *, ...);
double __enzyme_fwddiff(void *, ...);
struct two { double a, b; };
struct two __enzyme_autodiff_two(void *, ...);
struct two __enzyme_fwddiff_two(void *, ...);

static int augmented, reversed;

// Through pointers; a tape.
NOINLINE static void square(const double *x, double *y) { *y = *x * *x; }
static void *augment_square(const double *x, double *dx, double *y, double *dy)
{
    augmented++;
    double *tape = malloc(sizeof *tape);
    *tape = 10 * *x; // what is behind x may be overwritten when the gradient runs
    *y = *x * *x;
    return tape;
}
static void gradient_square(const double *x, double *dx, double *y, double *dy, double *tape)
{
    reversed++;
    *dx += *dy * *tape;
    *dy = 0;
    free(tape);
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)augment_square, (void *)gradient_square};
static double f1(double x) { double y; square(&x, &y); return y; }
static double f2(double x, int n)
{
    double s = 0;
    for (int k = 1; k <= n; k++) {
        double y, z = x * k;
        square(&z, &y);
        s += y * (k < 2);
        if (k == 3) s += 36 * x;
    }
    return s;
}

// By value: nothing to keep; the result comes from the function itself.
NOINLINE static double plain(double x, int n) { return x * n; }
static void augment_plain(double x, int n) { augmented++; }
static double gradient_plain(double x, int n, double d) { return d * x * n; }
void *__enzyme_register_gradient_plain[] = {(void *)plain, (void *)augment_plain, (void *)gradient_plain};
static double f3(double x) { return plain(x, 2) + plain(x, 5); }

// The tape by value and the result.
struct kept { float tape; double result; };
NOINLINE static double two(double x, double y) { return x + y; }
static struct kept augment_two(double x, double y) { return (struct kept){2, x + y}; }
static struct two gradient_two(double x, double y, double d, float tape) { return (struct two){d * x * tape, d * y * tape * 10}; }
void *__enzyme_register_gradient_two[] = {(void *)two, (void *)augment_two, (void *)gradient_two};
static double f4(double x, double y) { return two(x, y); }

// A pointer result: tape, result, shadow.
struct third { void *tape; double *result, *shadow; };
NOINLINE static double *pick(double *p, int k) { return p + k; }
static struct third augment_pick(double *p, double *dp, int k)
{
    augmented++;
    return (struct third){p, p + k, dp + k};
}
static void gradient_pick(double *p, double *dp, int k, void *tape) { if (tape == p) dp[k] += 5; }
void *__enzyme_register_gradient_pick[] = {(void *)pick, (void *)augment_pick, (void *)gradient_pick};
static double f5(double *p) { return *pick(p, 0) * 0 + *pick(p, 1); }

// Forward mode, { result, tangent }.
NOINLINE static double scale(double x, double *c) { return x * *c; }
static struct two derivative_scale(double x, double dx, double *c, double *dc) { return (struct two){x * *c, 100 * dx}; }
void *__enzyme_register_derivative_scale[] = {(void *)scale, (void *)derivative_scale};
static double f6(double x) { double c = 2.5; return scale(x, &c); }

// Through a pointer to the function.
static double f7(double x, int which)
{
    double (*table[2])(double, int) = {plain, plain};
    return table[which](x, 2);
}

// Forward mode through pointers.
NOINLINE static void copy(double *to, double *from, int n) { for (int k = 0; k < n; k++) to[k] = from[k]; }
static void derivative_copy(double *to, double *dto, double *from, double *dfrom, int n)
{
    for (int k = 0; k < n; k++) { to[k] = from[k]; dto[k] = 3 * dfrom[k]; }
}
void *__enzyme_register_derivative_copy[] = {(void *)copy, (void *)derivative_copy};
static double f8(double x) { double a[2] = {x, 2 * x}, b[2]; copy(b, a, 2); return b[0] + b[1]; }

int main(void)
{
    printf("%g %d %d | ", __enzyme_autodiff((void *)f1, 3.0), augmented, reversed);
    printf("%g | ", __enzyme_autodiff((void *)f2, 3.0, 3));
    augmented = 0;
    printf("%g %d ", __enzyme_autodiff((void *)f3, 3.0) , 1);
    printf("%d | ", augmented);
    struct two g = __enzyme_autodiff_two((void *)f4, 4.0, 4.0);
    printf("%g %g | ", g.a, g.b);
    double p[2] = {1, 2}, dp[2] = {0, 0};
    __enzyme_autodiff_void((void *)f5, p, dp);
    printf("%g %g | ", dp[0], dp[1]);
    g = __enzyme_fwddiff_two((void *)f6, 3.0, 1.0);
    struct two h = {f6(3), __enzyme_fwddiff((void *)f6, 3.0, 1.0)};
    printf("%g %g | ", h.a, h.b);
    printf("%g | ", __enzyme_autodiff((void *)plain, 21.0, 2));
    printf("%g %g | ", __enzyme_fwddiff((void *)f8, 3.0, 20.0 / 3) , f8(3));
    double x = 1, dx = 11;
    __enzyme_autodiff_void((void *)copy, enzyme_const, &x, enzyme_dup, &x, &dx, 0);
    printf("%d %g | ", 3, dx);
    printf("%g %g\n", __enzyme_autodiff((void *)f2, 90.0, 1), __enzyme_autodiff((void *)f7, 5.0, 1));
    return 0;
}
