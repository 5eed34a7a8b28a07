// Hints about loops and types, and a marker call that differentiates a function
// with hints in it.
// prints: 0.866025
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

int main(void)
{
    printf("%.6f\n", __enzyme_autodiff((void *)taylor_sin, 0.5235987755982989));
    return 0;
}
