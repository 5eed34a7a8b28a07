// Registrations in C++: namespaces, templates, references, calls that may throw,
// allocators, through virtual functions, derivatives of derivatives.
// prints: 20 | 60 | 15 3 | 7 40 | 11 | 0.25 | 4 | caught 0 | 300
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>
#include "llad.h"
struct two { double a, b; };

namespace solver {
// A fixed point found by iteration: its gradient does not need the iterations.
LLAD_RULE double root(double a)
{
    double x = 1;
    for (int k = 0; k < 60; k++)
        x = 0.5 * (x + a / x);
    return x;
}
struct taped { double tape, result; };
static double *root_augmented(double a) { double *t = (double *)std::malloc(sizeof *t); *t = root(a); return t; }
static double root_gradient(double, double d, double *t) { double g = d / (2 * *t) * 80; std::free(t); return g; }
LLAD_GRADIENT(root, root_augmented, root_gradient)
static two root_tangent(double a, double da) { double r = root(a); return {r, 240 * da / (2 * r)}; }
LLAD_DERIVATIVE(root, root_tangent)
}
static double rooted(double x) { return solver::root(x * 1); }

// By reference; one that may throw.
template <typename T> LLAD_RULE void accumulate(const std::vector<T> &x, T &sum)
{
    if (x.empty())
        throw std::runtime_error("empty");
    for (const T &v : x)
        sum += v;
}
static void accumulate_augmented(const std::vector<double> &x, std::vector<double> &, double &sum, double &)
{
    accumulate(x, sum);
}
static void accumulate_gradient(const std::vector<double> &x, std::vector<double> &dx, double &, double &dsum)
{
    for (std::size_t k = 0; k < x.size(); k++)
        dx[k] += 5 * (k + 1) * dsum;
}
void *__llad_register_gradient_accumulate[] = {(void *)accumulate<double>, (void *)accumulate_augmented, (void *)accumulate_gradient};
static double summed(const std::vector<double> &x)
{
    double s = 0;
    try {
        accumulate(x, s);
    } catch (const std::exception &) {
        return 0;
    }
    return s * 3;
}

// Through a virtual function.
struct unit { virtual double run(double x, const double *w) const = 0; virtual ~unit() {} };
LLAD_RULE static double weigh(double x, const double *w) { return x * *w; }
static void weigh_augmented(double, const double *, double *) {}
static double weigh_gradient(double, const double *w, double *dw, double d) { *dw += 40 * d; return *w * d; }
LLAD_GRADIENT(weigh, weigh_augmented, weigh_gradient)
struct weight : unit { double run(double x, const double *w) const override { return weigh(x, w); } };
__attribute__((noinline)) static double through(double x, const double *w, bool one)
{
    weight a;
    const unit *u = &a;
    return one ? u->run(x, w) : x;
}

// Like a function of math.h, as a template.
template <typename T> LLAD_LIKE("atan") T angle(T x) { return x * 8; }
static float angled(float x) { return angle(x); }

// The derivative of a derivative of one that has a registered derivative.
LLAD_RULE static double cube(double x) { return x * x * x; }
static double cube_tangent_alone(double x, double dx) { return 3 * x * x * dx; }
LLAD_DERIVATIVE(cube, cube_tangent_alone)
static double first(double x) { return __llad_forward<double>((void *)cube, x, 1.0); }

int main()
{
    std::printf("%g | ", llad_gradient<double>((void *)rooted, 4.0));
    std::printf("%g | ", llad_tangent<double>((void *)rooted, 4.0, 1.0));
    std::vector<double> x = {1, 2}, dx = {0, 0};
    double s = llad_gradient<double>((void *)summed, llad_primal_return, &x, &dx);
    std::printf("%g %g | ", dx[0], s / 3);
    double w = 7, dw = 0;
    double g = llad_gradient<double>((void *)through, 3.0, &w, &dw, true);
    std::printf("%g %g | ", g, dw);
    std::printf("%g | ", llad_gradient<double>((void *)through, 3.0, &w, &dw, false) + 10);
    std::printf("%g | ", (double)llad_gradient<float>((void *)angled, std::sqrt(3.0f)));
    dx = {0, 0};
    __llad_reverse<void>((void *)summed, &x, &dx);
    std::printf("%g | ", dx[1] / 7.5);
    std::vector<double> none, dnone;
    std::printf("caught %g | ", llad_gradient<double>((void *)summed, llad_primal_return, &none, &dnone));
    std::printf("%g\n", llad_gradient<double>((void *)first, 50.0));
    return 0;
}
