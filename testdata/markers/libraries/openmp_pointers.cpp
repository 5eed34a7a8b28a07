// Calls through pointers in parallel regions: virtual functions, a table of functions, a std::function, all of which read what
// other threads read, so that their derivatives meet.
// prints: gradient 1 | again 1 | differences 1
// compile: -fopenmp -std=c++17
// link: -l:libomp.so.5
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>
extern int enzyme_const, enzyme_dup;
template <class... A> double __enzyme_autodiff(void *, A...);
template <class... A> double __enzyme_fwddiff(void *, A...);
extern "C" void omp_set_num_threads(int);

namespace {
struct kernel {
    virtual ~kernel() = default;
    virtual double at(const double *x, int i) const = 0;
};
struct smooth : kernel {
    double width;
    explicit smooth(double w) : width(w) {}
    double at(const double *x, int i) const override { return std::exp(-width * x[0] * x[i]); }
};
struct power : kernel {
    std::vector<double> factors;
    explicit power(const double *x) : factors(x, x + 3) {}
    double at(const double *x, int i) const override { return factors[i % 3] * x[1] * x[i] + x[0]; }
};
double plain(const double *x, int i) { return x[2] * x[i]; }
double bent(const double *x, int i) { return std::sin(x[2] + x[i]); }
double (*const table[])(const double *, int) = {plain, bent};

constexpr int N = 300;
double f(const double *x, int n)
{
    std::vector<std::unique_ptr<kernel>> all;
    all.push_back(std::make_unique<smooth>(x[0]));
    all.push_back(std::make_unique<power>(x));
    std::function<double(int)> extra = [x, w = x[1]](int i) { return w * x[i] * x[3]; };
    double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic, 1)
    for (int i = 0; i < n; i++)
        sum += all[i % 2]->at(x, i) + table[i / 2 % 2](x, i) + extra(i);
    return sum;
}
} // namespace

int main()
{
    omp_set_num_threads(4);
    double x[N], dx[N] = {0}, again[N] = {0}, v[N], p[N], m[N], back = 0;
    for (int i = 0; i < N; i++) {
        x[i] = 0.6 + 0.3 * std::sin(3.0 * i);
        v[i] = std::cos(5.0 * i);
        p[i] = x[i] + 1e-6 * v[i];
        m[i] = x[i] - 1e-6 * v[i];
    }
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, N);
    __enzyme_autodiff((void *)f, enzyme_dup, x, again, enzyme_const, N);
    double along = __enzyme_fwddiff((void *)f, enzyme_dup, x, v, enzyme_const, N);
    bool same = true;
    for (int i = 0; i < N; i++) {
        back += dx[i] * v[i];
        same = same && std::fabs(dx[i] - again[i]) <= 1e-11 * (1 + std::fabs(dx[i]));
    }
    double differences = (f(p, N) - f(m, N)) / 2e-6;
    std::printf("gradient %d | again %d | differences %d\n", std::fabs(back - along) <= 1e-10 * std::fabs(back), same,
                std::fabs(back - differences) <= 1e-6 * std::fabs(back));
    return 0;
}
