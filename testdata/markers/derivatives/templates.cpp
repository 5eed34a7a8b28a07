// Templates, mangled names, references, a call inside try.
// prints: 2 3 | 6 15 10 | 8 | 4 | 12 | 27 1
#include <cstdio>
#include "llad.h"
extern int enzyme_dup, enzyme_const, enzyme_out;
template <typename R, typename... A> R __enzyme_autodiff(A...);
template <typename R, typename... A> R __enzyme_fwddiff(A...);
void __enzyme_autodiff(...);
struct two { double a, b; };
struct three { double a, b, c; };

static double f(double x, double y) { return x * y; }
static void g(const double &x, double &y) { y = x * x; }
namespace deep {
double f3(double x, double y, double z) { return x * y * z; }
}
template <typename T> static T cube(T x) { return x * x * x; }
struct holder {
    ~holder() { std::printf("| "); }
};

int main()
{
    two v = __enzyme_autodiff<two>((void *)f, enzyme_out, 3.0, enzyme_out, 2.0);
    std::printf("%g %g | ", v.a, v.b);
    three w = __enzyme_autodiff<three>((void *)deep::f3, enzyme_out, 5.0, enzyme_out, 2.0, enzyme_out, 3.0);
    std::printf("%g %g %g | ", w.a, w.b, w.c);
    double x = 4, dx = 1, y, dy = 0;
    __enzyme_fwddiff<void>((void *)g, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
    std::printf("%g | ", dy);
    dx = 0, dy = 0.5;
    __enzyme_autodiff((void *)g, &x, &dx, &y, &dy);
    std::printf("%g ", dx);
    {
        holder h;
        double d = 0;
        try {
            d = __enzyme_autodiff<double>((void *)cube<double>, 2.0);
        } catch (int) {
        }
        std::printf("| %g ", d);
    }
    std::printf("%g %g\n", llad_gradient<double>(cube<double>, 3.0), llad_tangent<double>(f, llad_dup, 2.0, 1.0, llad_const, 1.0));
}
