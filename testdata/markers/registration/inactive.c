// What is registered of functions and variables without a derivative: inactive
// functions and variables, functions like those of math.h, allocators.
// prints: 6 | 0 18 | 0.5 10 | 0.25 | 5 7 | 7 | 12 2 | 0 0.5 1 0.25
#include <stdio.h>
#include <stdlib.h>
#define NOINLINE __attribute__((noinline))
#define INACTIVE __attribute__((annotate("enzyme_inactive")))
#define LIKE(f) __attribute__((annotate("enzyme_function_like=" f)))
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

// An inactive function: registered by a variable, by an annotation.
static int seen;
NOINLINE static double watch(double x) { seen++; return x + 1; }
void *__enzyme_inactivefn_watch = (void *)watch;
static double g1(double x) { return x * x + watch(x); }
NOINLINE INACTIVE static double blind(double x) { return 3 * x; }
static double g2(double x) { return blind(x); }
static double g3(double x) { return blind(x) * x; }

// Like log1p; its own value counts, not log1p's.
NOINLINE LIKE("log1p") static double like_log1p(double x) { return 10 * x; }
static double g4(double x) { return like_log1p(x); }
static double g5(double x) { return like_log1p(x) * 1; }
NOINLINE static float my_atan(float x) { return x * 3; }
void *__enzyme_function_like_atan[2] = {(void *)my_atan, (void *)"atan"};
static double g6(double x) { double s = 0; for (int k = 0; k < 1; k++) s += my_atan((float)(x * 2)); return s / 2 * 1.25; }

// An inactive variable.
INACTIVE static double state = 5;
static double g7(double x) { state *= x; double s = state; state = 5; return s * 0 + x * state; }
static double other = 7;
void *__enzyme_inactive_global_other = &other;
static double g8(double x) { return other * x; }

// An allocator of one's own.
static char pool[1 << 12];
static int used, freed;
NOINLINE static void *take(void *from, int size, int *at) { int k = *at; *at += size; return (char *)from + k; }
NOINLINE static void give(int *at, void *p) { freed++; }
void *__enzyme_allocation_like_take[4] = {(void *)take, (void *)1, (void *)"2,-1", (void *)give};
static double g9(double x)
{
    double *p = take(pool, 16, &used);
    p[0] = x;
    p[1] = p[0] * p[0];
    double s = p[0] * p[1];
    return s;
}

// Through addresses, and asked for themselves.
static double g10(double x, int k)
{
    double (*table[2])(double) = {blind, like_log1p};
    return table[k](x);
}

int main(void)
{
    printf("%g | ", __enzyme_autodiff((void *)g1, 3.0));
    printf("%g %g | ", __enzyme_autodiff((void *)g2, 3.0), __enzyme_fwddiff((void *)g3, 2.0, 3.0));
    printf("%g %g | ", __enzyme_autodiff((void *)g4, 1.0), g5(1.0) * __enzyme_fwddiff((void *)g5, 1.0, 2.0));
    printf("%g | ", __enzyme_autodiff((void *)g6, 1.0));
    printf("%g %g | ", __enzyme_autodiff((void *)g7, 3.0), __enzyme_fwddiff((void *)g8, 3.0, 1.0));
    printf("%g | ", __enzyme_autodiff((void *)g8, 3.0));
    printf("%g %d | ", __enzyme_autodiff((void *)g9, 2.0), seen + 1);
    printf("%g %g ", __enzyme_autodiff((void *)g10, 2.0, 0), __enzyme_autodiff((void *)g10, 1.0, 1));
    printf("%g %g\n", __enzyme_fwddiff((void *)g10, 1.0, 2.0, 1), __enzyme_autodiff((void *)like_log1p, 3.0));
    return 0;
}
