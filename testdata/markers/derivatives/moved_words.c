// A double that is moved as a word, and used as a double on one way alone, beside floats with derivatives: the derivative of
// the copy, which stands in memory before the gradient runs, comes to the original.
// prints: 0.75 2.50 0.00 1.00
#include <math.h>
#include <stdio.h>
#include <string.h>
extern int enzyme_const, enzyme_dup;
void __enzyme_autodiff(void *, ...);

static double f(const double *x, double *y, const float *z, int n)
{
    memmove(y, x, 8);
    if (n == 1)
        y[1] = tanh(x[0] * z[1]);
    return x[1] * z[0];
}

int main(void)
{
    double x[2] = {0.5, 1.0}, dx[2] = {0.5, 0.5}, y[2] = {0}, dy[2] = {0.25, 0};
    float z[2] = {2, 3}, dz[2] = {0, 0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_dup, z, dz, enzyme_const, 3);
    printf("%.2f %.2f %.2f %.2f\n", dx[0], dx[1], dy[0], dz[0]);
    return 0;
}
