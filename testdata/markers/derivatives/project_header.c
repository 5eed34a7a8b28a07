// The project's own names, through its header.
// prints: 6 | 8 | 3 | 36 12 18
#include "llad.h"
#include <stdio.h>
struct three { double a, b, c; };
struct three __llad_reverse_three(void *, ...);

static double f(double x, double y) { return x * x * y; }

int main(void)
{
    printf("%g | ", llad_gradient(f, 1.0, llad_const, 3.0));
    printf("%g | ", llad_tangent(f, 2.0, 1.0, 2.0, 0.0));
    double x = 1;
    printf("%g | ", llad_tangent(f, llad_const, x, 5.0, 3.0));
    struct three g = __llad_reverse_three((void *)f, llad_primal_return, llad_out, 3.0, llad_out, 2.0);
    printf("%g %g %g\n", g.a * 2, g.b, g.c * 2);
    return 0;
}
