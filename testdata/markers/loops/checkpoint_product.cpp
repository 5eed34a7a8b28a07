// A product of matrices whose derivative is known by its symbol, Eigen's, in a loop over time that
// is run again from snapshots. It works in memory of its own.
// prints: 1 1 1
#include "llad.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace Eigen { namespace internal {
template <class L, class R> struct level3_blocking {
    double *room;
};
template <class I> struct GemmParallelInfo {
    I sync;
};
template <class I, class L, int, bool, class R, int, bool, int, int> struct general_matrix_matrix_product {
    __attribute__((noinline)) static void run(I rows, I cols, I depth, const L *a, I lda, const R *b, I ldb, R *c, I incr, I ldc, R alpha,
                                              level3_blocking<L, R> &blocking, GemmParallelInfo<I> *info)
    {
        L *panel = blocking.room ? blocking.room : (L *)std::malloc(rows * depth * sizeof(L));
        for (I i = 0; i < rows * depth; i++)
            panel[i] = a[i % rows + i / rows * lda];
        for (I j = 0; j < cols; j++)
            for (I k = 0; k < depth; k++)
                for (I i = 0; i < rows; i++)
                    c[i * incr + j * ldc] += alpha * panel[i + k * rows] * b[k + j * ldb];
        if (panel != blocking.room)
            std::free(panel);
    }
};
}} // namespace Eigen::internal

enum { n = 3 };

template <bool again> static double run(const double *x, int steps)
{
    using namespace Eigen::internal;
    double s[n * n], a[n * n], r[n * n], room[n * n];
    for (int i = 0; i < n * n; i++) {
        s[i] = x[i % 4];
        a[i] = 0.3 * x[(3 * i + 1) % 4];
    }
    if (again)
        __llad_checkpoint("binomial:3");
    for (int t = 0; t < steps; t++) {
        level3_blocking<double, double> blocking = {t % 2 ? room : nullptr};
        for (int i = 0; i < n * n; i++)
            r[i] = 0;
        general_matrix_matrix_product<long, double, 0, false, double, 0, false, 0, 1>::run(n, n, n, a, n, s, n, r, 1, n, x[1], blocking, nullptr);
        for (int i = 0; i < n * n; i++)
            s[i] = 0.9 * s[i] + std::sin(r[i]);
    }
    double sum = 0;
    for (int i = 0; i < n * n; i++)
        sum += s[i] * s[i];
    return sum;
}

double __llad_reverse(double (*)(const double *, int), const double *, double *, int);
double __llad_forward(double (*)(const double *, int), const double *, const double *, int);

int main()
{
    const double x[4] = {0.7, 1.1, -0.4, 0.9};
    double kept[4] = {0}, again[4] = {0};
    int same = 1, forward = 1, differences = 1;
    __llad_reverse(run<false>, x, kept, 17);
    __llad_reverse(run<true>, x, again, 17);
    for (int i = 0; i < 4; i++) {
        double d[4] = {0}, y[4] = {x[0], x[1], x[2], x[3]};
        d[i] = 1;
        same &= kept[i] == again[i];
        forward &= std::fabs(__llad_forward(run<false>, x, d, 17) - kept[i]) <= 1e-12 * (1 + std::fabs(kept[i]));
        y[i] = x[i] + 1e-6;
        double up = run<false>(y, 17);
        y[i] = x[i] - 1e-6;
        differences &= std::fabs((up - run<false>(y, 17)) / 2e-6 - kept[i]) <= 1e-6 * (1 + std::fabs(kept[i]));
    }
    std::printf("%d %d %d\n", same, forward, differences);
}
