// Parallel regions in both modes: each function's derivative in reverse mode
// against its tangent and against central differences.
// prints: sums 1 | product 1 | largest 1 | phases 1 | private 1 | shared 1 | structs 1 | histogram 1 | dynamic 1 | nested 1 | order 1 | floats 666 0.5
// compile: -fopenmp
// link: -l:libomp.so.5
#include <math.h>
#include <stdio.h>
#include <string.h>
void omp_set_num_threads(int);

enum { N = 37 };
#include "openmp_check.h"

static void sums(const double *x, double *y, int n)
{
    double s = 0, t = 0;
#pragma omp parallel for reduction(+ : s) reduction(- : t)
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i];
        t -= x[i] * x[n - 1 - i] * sin(x[0]);
    }
    y[0] = s * t;
    y[1] = t;
}

static void product(const double *x, double *y, int n)
{
    double p = 1;
#pragma omp parallel for reduction(* : p)
    for (int i = 0; i < n; i++)
        p *= 0.7 + x[i] * x[i];
    y[0] = p * x[0];
}

static void largest(const double *x, double *y, int n)
{
    double m = -1e300;
#pragma omp parallel for reduction(max : m)
    for (int i = 0; i < n; i++)
        m = x[i] * x[1] > m ? x[i] * x[1] : m;
    y[0] = m * m;
}

static void phases(const double *x, double *y, int n)
{
    double b[N];
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            b[i] = x[i] * x[i];
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = b[i] * b[(i + 1) % n] + x[(i * 7) % n];
#pragma omp for
        for (int i = 0; i < n; i++)
            b[i] = y[(i + 3) % n] * x[2];
#pragma omp single
        b[4] = b[5] * b[6];
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            y[i] *= cos(b[i]);
    }
}

static void private(const double *x, double *y, int n)
{
    double in = x[0] * x[1], last = 0;
    double scale = x[2];
#pragma omp parallel for firstprivate(in, scale) lastprivate(last)
    for (int i = 0; i < n; i++) {
        double t[4] = {x[i], in, 1, scale};
        for (int k = 1; k < 4; k++)
            t[k] *= t[k - 1];
        y[i] = t[3] + t[1];
        last = t[2];
    }
    y[0] += last;
}

static double weight;

static void shared(const double *x, double *y, int n)
{
    double in = x[0] * x[1];
    weight = x[3];
#pragma omp parallel for schedule(static, 2)
    for (int i = 0; i < n; i++)
        y[i] = in * x[i] * weight;
}

struct pair {
    double a;
    int n;
    double b;
};

__attribute__((noinline)) static double twice(const struct pair *p, int depth)
{
    if (depth == 0)
        return p->a * p->b;
    struct pair q = *p;
    q.a *= p->b;
    return twice(&q, depth - 1) + p->a * p->n;
}

static void structs(const double *x, double *y, int n)
{
    struct pair p = {x[0], 2, x[1]};
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        struct pair q;
        memcpy(&q, &p, sizeof q);
        q.b = q.b * x[i];
        y[i] = twice(&q, 2) * p.a;
    }
}

static void histogram(const double *x, double *y, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i] * x[i];
#if __clang_major__ >= 15 /* before, an atomic addition is a loop around compare-and-exchange */
#pragma omp atomic
#else
#pragma omp critical
#endif
        y[i % 4] += v;
    }
}

static void dynamic(const double *x, double *y, int n)
{
#pragma omp parallel for schedule(dynamic, 3)
    for (int i = 0; i < n; i++) {
        double s = x[i];
        for (int k = 0; k < i % 5; k++)
            s = s * x[k] + 0.1;
        y[i] = s;
    }
}

static void inner(const double *x, double *y, int n, double f)
{
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i] * f;
}

static void nested(const double *x, double *y, int n)
{
#pragma omp parallel num_threads(3)
#pragma omp sections
    {
#pragma omp section
        inner(x, y, n / 2, x[0]);
#pragma omp section
        inner(x + n / 2, y + n / 2, n / 2, x[1]);
    }
}

static void floats(const float *x, float *y, float scale, int n)
{
#pragma omp parallel for firstprivate(scale)
    for (int i = 0; i < n; i++)
        y[i] = x[i] * scale;
}
float __enzyme_autodiff_float(void *, ...);

static int order[N], ordered;

static void inTurn(const double *x, double *y, int n)
{
    double s = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double t = x[i] * x[i];
#pragma omp critical
        {
            s = s * (1 + 0.1 * t) + x[0] * t;
            order[ordered++] = i;
        }
    }
    y[0] = s;
}

CHECK(sums)
CHECK(product)
CHECK(largest)
CHECK(phases)
CHECK(private)
CHECK(shared)
CHECK(structs)
CHECK(histogram)
CHECK(dynamic)
CHECK(nested)
CHECK(inTurn)

int main(void)
{
    omp_set_num_threads(4);
#define RUN(f) printf(#f " %d | ", check(f, f##_reverse, f##_forward))
    RUN(sums);
    RUN(product);
    RUN(largest);
    RUN(phases);
    RUN(private);
    RUN(shared);
    RUN(structs);
    RUN(histogram);
    RUN(dynamic);
    RUN(nested);
    int same = 1;
    for (int round = 0; round < 20; round++) {
        double x[N], dx[N] = {0}, y[1], dy[1] = {1}, s[N + 1] = {1}, want[N] = {0}, d = 1;
        for (int i = 0; i < N; i++)
            x[i] = start(i);
        ordered = 0;
        inTurn_reverse(x, dx, y, dy);
        for (int k = 0; k < N; k++) {
            double t = x[order[k]] * x[order[k]];
            s[k + 1] = s[k] * (1 + 0.1 * t) + x[0] * t;
        }
        for (int k = N - 1; k >= 0; k--) {
            int i = order[k];
            want[0] += d * x[i] * x[i];
            want[i] += d * (0.1 * s[k] + x[0]) * 2 * x[i];
            d *= 1 + 0.1 * x[i] * x[i];
        }
        for (int i = 0; i < N; i++)
            same &= fabs(want[i] - dx[i]) <= 1e-12 * fabs(want[i]);
        same &= fabs(y[0] - s[N]) <= 1e-13 * s[N];
    }
    printf("order %d | ", same);
    float x[N], dx[N] = {0}, y[N], dy[N];
    for (int i = 0; i < N; i++) {
        x[i] = i;
        dy[i] = 1;
    }
    printf("floats %g ", __enzyme_autodiff_float((void *)floats, enzyme_dup, x, dx, enzyme_dup, y, dy, 0.5f, N));
    printf("%g\n", dx[N - 1]);
    return 0;
}
