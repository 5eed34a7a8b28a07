// Pointers to member functions, virtual ones too, in tables and as arguments.
// prints: 2 6 12 | 4 12 24 | 5
#include <cstdio>
#include "llad.h"
struct shape {
    double a;
    double f(double x) { return a * x; }
    double g(double x) { return a + x * x; }
    virtual double h(double x) { return a * x * x; }
};
typedef double (shape::*member)(double);
__attribute__((noinline)) static double call(shape &s, member m, double x) { return (s.*m)(x); }
static double filled(double x, int k)
{
    shape s;
    s.a = 2;
    member t[3] = {&shape::f, &shape::g, &shape::h};
    return call(s, t[k], x);
}
struct holder { member m; double x; };
__attribute__((noinline)) static double held(shape &s, const holder &h) { return (s.*h.m)(h.x); }
static double inside(double x)
{
    shape s;
    s.a = 5;
    holder h = {&shape::f, x}, c = h;
    return held(s, c);
}

int main()
{
    for (int k = 0; k < 3; k++)
        std::printf("%g ", llad_gradient<double>((void *)filled, 3.0, k));
    std::printf("| ");
    for (int k = 0; k < 3; k++)
        std::printf("%g ", llad_tangent<double>((void *)filled, 3.0, 2.0, k));
    std::printf("| %g\n", llad_gradient<double>((void *)inside, 3.0));
    return 0;
}
