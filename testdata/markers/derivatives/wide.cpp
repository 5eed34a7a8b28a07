// Several tangents and several gradients at once by the typed wrappers of
// llad.hpp; those that ask for one give the same.
// prints: 1.32 0 0 0 | 0 | 6 -10 0 | 15 10 | 1 0 | 0 3 | 6 12 2 | 6 -6 12 0 | 5 9 1
#include <cmath>
#include <cstdio>
#include <vector>
#include "llad.hpp"
static double sines(double x, const std::vector<double> &y, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++)
        s += std::sin(x * y[k]);
    return s;
}
static void outputs(const double *x, double a, double *out)
{
    out[0] = x[0] * x[1] * a;
    out[1] = x[0] - a * a;
    out[2] = x[1] * 3;
}
static float single(float x) { return x * x; }
static void twice(double &x) { x = 2 * x + 1; }

int main()
{
    std::vector<double> y = {1, 2}, none = {0, 0}, first = {1, 0}, second = {0, 1};
    auto [v, t] = llad::value_and_tangents(sines, llad::directions(0.5, {1.0, 0.0, 0.0}), llad::duplicated(y, {&none, &first, &second}), llad::constant(2));
    std::printf("%.2f %g %g %g | ", v, t[0] - std::cos(0.5) - 2 * std::cos(1.0), t[1] - 0.5 * std::cos(0.5), t[2] - 0.5 * std::cos(1.0));
    std::printf("%g | ", t[2] - llad::tangent(sines, llad::direction(0.5, 0.0), llad::duplicated(y, second), llad::constant(2)));
    double x[2] = {2, 3}, out[3], seed[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, row[3][2] = {};
    auto a = llad::gradients(outputs, llad::duplicated(x, {row[0], row[1], row[2]}), llad::active(5.0), llad::no_need(out, {seed[0], seed[1], seed[2]}));
    std::printf("%g %g %g | %g %g | %g %g | %g %g | ", a[0], a[1], a[2], row[0][0], row[0][1], row[1][0], row[1][1], row[2][0], row[2][1]);
    auto f = llad::tangents(single, llad::directions(3.0f, {1.0f, 2.0f}));
    std::printf("%g %g %zu | ", (double)f[0], (double)f[1], f.size());
    double c = 2;
    auto l = llad::tangents([c](double z) { return z * z * c; }, llad::directions(1.5, {1.0, -1.0, 2.0, 0.0}));
    std::printf("%g %g %g %g | ", l[0], l[1], l[2], l[3]);
    double z = 2, dz = 4.5, ez = 0.5;
    llad::tangents(twice, llad::duplicated(z, {&dz, &ez}));
    std::printf("%g %g %g\n", z, dz, ez);
}
