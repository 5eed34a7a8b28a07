// Hints about loops and types, and a marker call that differentiates a function
// with hints in it.
// prints: 0.866025 | 2 3 8
#include <stdio.h>
unsigned long long __enzyme_iter(unsigned long long, unsigned long long);
void __enzyme_double(void *, unsigned long long);
double __enzyme_autodiff(void *, double);

static double taylor_sin(double x)
{
    double term = x, sum = 0;
    __enzyme_double(&term, 8);
    unsigned long long n = __enzyme_iter(15, 1);
    for (unsigned long long i = 0; i < n; i++) {
        sum += term;
        term *= -x * x / ((2 * i + 2) * (2 * i + 3));
    }
    return sum;
}

// A derivative takes one term more than its function.
static double series(double x)
{
    double power = 1, sum = 0;
    unsigned long long n = __enzyme_iter(2, 1);
    for (unsigned long long i = 0; i < n; i++, power *= x)
        sum += power;
    return sum;
}
static double first(double x) { return __enzyme_autodiff((void *)series, x); }
static double second(double x) { return __enzyme_autodiff((void *)first, x); }

int main(void)
{
    printf("%.6f | ", __enzyme_autodiff((void *)taylor_sin, 0.5235987755982989));
    printf("%g %g %g\n", series(1), first(1), second(1));
    return 0;
}
