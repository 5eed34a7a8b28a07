// Values and adjoints that the call passes by their address.
// prints: 12 | 6 5 | 7 | 20
#include <stdio.h>
extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_byref;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
struct two { double a; float b; };
struct two __enzyme_autodiff_2(void *, ...);

static double cube(double x, int n) { return n == 3 ? x * x * x : x; }
static double both(double a, float b) { return a * b; }
int main(void)
{
    double x = 2, weight = 10;
    int n = 3;
    float b = 6;
    printf("%g | ", __enzyme_autodiff((void *)cube, enzyme_out, enzyme_byref, 8, &x, enzyme_const, enzyme_byref, 4, &n));
    double a = 5;
    struct two g = __enzyme_autodiff_2((void *)both, enzyme_byref, 8, &a, enzyme_byref, 4, &b);
    printf("%g %g | ", g.a, g.b);
    printf("%g | ", __enzyme_fwddiff((void *)cube, enzyme_dup, enzyme_byref, 8, &x, 7.0 / 12, n));
    void *tape = __enzyme_augmentfwd((void *)both, 2.0, b);
    printf("%g\n", __enzyme_reverse((void *)both, enzyme_const, 2.0, b, enzyme_byref, 8, &weight, tape));
    return 0;
}
