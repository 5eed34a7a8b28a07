// A variadic call widens what it passes; the function gets its own types again.
// prints: 6 | 21 | 1.5 | 8 | 0.5
#include <stdbool.h>
#include <stdio.h>
extern int enzyme_const;
float __enzyme_autodiff_f(void *, ...);
double __enzyme_autodiff(void *, ...);

static float scaled(float x, char k) { return x * k * 2; }
static double shifted(double x, short k, unsigned char u) { return x * k * u; }
static float pick(float x, float y, bool first) { return first ? x * y : y; }
static double longer(double x, long n) { return x * n; }
static float fixed(float x, float y) { return x / y; }

int main(void)
{
    float x = 1.25f;
    printf("%g | ", __enzyme_autodiff_f((void *)scaled, x, 3));
    printf("%g | ", __enzyme_autodiff((void *)shifted, 2.0, -7, 253) / -253 * 3);
    printf("%g | ", __enzyme_autodiff_f((void *)pick, x, enzyme_const, 1.5f, true));
    printf("%g | ", __enzyme_autodiff((void *)longer, 2.0, 8));
    printf("%g\n", __enzyme_autodiff((void *)fixed, x, enzyme_const, 2.0f)); // a float gradient where a double is declared
    return 0;
}
