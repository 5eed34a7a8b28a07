// Several gradients come back in a struct, whatever the convention returns it in.
// prints: 6 4 | 2 3 | 15 10 6 | 15 10 6 | 30 15 10 6 | 105 70 42 30 | 2.5 7.5
#include <stdio.h>
extern int enzyme_primal_return, enzyme_out, enzyme_const;
struct f2 { float a, b; };
struct d2 { double a, b; };
struct d3 { double a, b, c; };
struct f3 { float a, b, c; };
struct d4 { double a, b, c, d; };
struct fd { float a; double b; };
struct d2 __enzyme_autodiff_d2(void *, ...);
struct d3 __enzyme_autodiff_d3(void *, ...);
struct d4 __enzyme_autodiff_d4(void *, ...);
struct f2 __enzyme_autodiff_f2(void *, ...);
struct f3 __enzyme_autodiff_f3(void *, ...);
struct fd __enzyme_autodiff_fd(void *, ...);

static double mul2(double x, double y) { return 2 * x * y; }
static float fmul2(float x, float y) { return x * y; }
static float fmul3(float x, float y, float z) { return x * y * z; }
static double mul3(double x, double y, double z) { return x * y * z; }
static double mul4(double x, double y, double z, double u) { return x * y * z * u; }
static double mixed(float x, double y) { return 0.5 * x * y; }

int main(void)
{
    struct d2 a = __enzyme_autodiff_d2((void *)mul2, 2.0, 3.0);
    printf("%g %g | ", a.a, a.b);
    struct f2 b = __enzyme_autodiff_f2((void *)fmul2, 3.0f, 2.0f);
    printf("%g %g | ", b.a, b.b);
    struct d3 c = __enzyme_autodiff_d3((void *)mul3, 2.0, 3.0, 5.0);
    printf("%g %g %g | ", c.a, c.b, c.c);
    struct f3 d = __enzyme_autodiff_f3((void *)fmul3, 2.0f, 3.0f, 5.0f);
    printf("%g %g %g | ", d.a, d.b, d.c);
    struct d4 e = __enzyme_autodiff_d4((void *)mul3, enzyme_primal_return, 2.0, 3.0, 5.0);
    printf("%g %g %g %g | ", e.a, e.b, e.c, e.d);
    e = __enzyme_autodiff_d4((void *)mul4, 2.0, 3.0, 5.0, 7.0);
    printf("%g %g %g %g | ", e.a, e.b, e.c, e.d);
    struct fd f = __enzyme_autodiff_fd((void *)mixed, 15.0f, 5.0);
    printf("%g %g\n", f.a, f.b);
    return 0;
}
