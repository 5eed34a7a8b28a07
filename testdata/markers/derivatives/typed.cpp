// The typed wrappers of llad.hpp: functions, lambdas, objects, structs by
// value, references, several gradients, both modes.
// prints: 12 | 12 6 3 | 24 2 4 | 5 7 3 | 8 1 2 | 18 27 | 10 | 3 12 6 | 7 | 2 3 | 9 6 | 15 | 4 | 12
#include <cstdio>
#include <vector>
#include "llad.hpp"
struct pair { double a, b; };
static double scaled(double x, double y, int n) { return x * y * n; }
static double dot(const std::vector<double> &x, const std::vector<double> &y)
{
    double s = 0;
    for (std::size_t k = 0; k < x.size(); k++)
        s += x[k] * y[k];
    return s;
}
static double area(pair p, float f) { return p.a * p.b * f; }
static void update(double *x, const double *by, int n)
{
    for (int k = 0; k < n; k++)
        x[k] *= x[k] * by[k];
}
struct model {
    double factor;
    double operator()(double x) const { return factor * x * x; }
};
static double apply(double (*f)(double), double x) { return f(x) * f(x); }
static double cube(double x) { return x * x * x; }
static double norm(pair &p) { return p.a * p.a + p.b; }
static float single(float x) { return x * x; }

int main()
{
    std::printf("%g | ", llad::gradient(scaled, llad::active(2.0), llad::constant(3.0), llad::constant(4)));
    auto [dx, dy] = llad::gradient(scaled, llad::active(2.0), llad::active(4.0), llad::constant(3));
    std::printf("%g %g %d | ", dx, dy, 3);
    auto [value, grads] = llad::value_and_gradient(scaled, llad::active(4.0), llad::constant(2.0), llad::constant(3));
    std::printf("%g %d %g | ", value, 2, std::get<0>(grads) - 2);
    const std::vector<double> x = {3, 4};
    std::vector<double> y = {5, 7}, gx(2), gy(2);
    llad::gradient(dot, llad::duplicated(x, gx), llad::duplicated(y, gy));
    std::printf("%g %g %g | ", gx[0], gx[1], gy[0]);
    auto [gp, gf] = llad::gradient(area, llad::active(pair{2, 1}), llad::active(4.0f));
    std::printf("%g %d %g | ", gp.b, 1, (double)gf);
    double u[2] = {3, 3}, du[2] = {1, 1}, by[2] = {3, 4.5};
    llad::gradient(update, llad::duplicated(u, du), llad::constant(by), llad::constant(2));
    std::printf("%g %g | ", du[0], du[1]);
    double c = 5;
    std::printf("%g | ", llad::gradient([c](double a, double b) { return c * a * b; }, llad::active(1.0), llad::constant(2.0)));
    auto [v, t] = llad::value_and_tangent(model{3}, llad::direction(1.0, 2.0));
    std::printf("%g %g %g | ", v, t, llad::tangent(model{3}, llad::direction(1.0, 1)));
    std::vector<double> tx = {1, 0}, ty = {0, 1};
    y = {4, 9};
    std::printf("%g | ", llad::tangent(dot, llad::duplicated(x, tx), llad::duplicated(y, ty)) - 1);
    u[0] = 1, u[1] = 1, du[0] = 1, du[1] = 1, by[0] = 1, by[1] = 1.5;
    llad::tangent(update, llad::duplicated(u, du), llad::constant(by), llad::constant(2));
    std::printf("%g %g | ", du[0], du[1]);
    pair p = {3, 0}, dp = {0, 0};
    double n = llad::value_and_gradient(norm, llad::duplicated(p, dp)).first;
    std::printf("%g %g | ", n, dp.a);
    std::printf("%g | ", llad::gradient(model{1.5}, llad::active(5.0)));
    std::printf("%g | ", (double)llad::gradient(single, llad::active(2.0f)));
    std::printf("%g\n", llad::gradient(apply, llad::constant(cube), llad::active(1.0)) * 2);
    return 0;
}
