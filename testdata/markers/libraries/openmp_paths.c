// What threads find in memory again when their region is reversed, and what has changed by then: the
// derivative in reverse mode against the tangent and against central differences.
// prints: paths 1 | changed 1 | moved 1 | lists 1 | regions 1 | bounds 1 | grows 1
// compile: -fopenmp
// link: -l:libomp.so.5
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
void omp_set_num_threads(int);

enum { N = 37, PATHS = 50 };
#include "openmp_check.h"

// each path has an array of its own, and meets the others in a sum
static void paths(const double *x, double *y, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int p = 0; p < PATHS; p++) {
        double state[4];
        for (int k = 0; k < 4; k++)
            state[k] = x[k] * (1 + 0.01 * p);
        for (int t = 0; t < 9; t++)
            state[t % 4] += 0.1 * sin(state[(t + p) % 4]) * x[t % n];
        s += state[0] * state[3];
    }
    y[0] = s;
}

// what the region reads is overwritten after it
static void changed(const double *x, double *y, int n)
{
    double a[N], s = 0;
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[i];
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        double v = a[i];
        for (int t = 0; t < 3; t++)
            v = v * a[(i + t) % n] + 0.1;
        s += v;
    }
    for (int i = 0; i < n; i++)
        a[i] = s * x[i];
    y[0] = a[3] * s;
}

// the pointer that the region reads by leads elsewhere after it
static void moved(const double *x, double *y, int n)
{
    double *at = malloc(n * sizeof *at), *next = malloc(n * sizeof *at), s = 0, r = 0;
    for (int i = 0; i < n; i++) {
        at[i] = sin(x[i]);
        next[i] = cos(x[i]);
    }
    for (int round = 0; round < 3; round++) {
#pragma omp parallel for reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += at[i] * at[(i + 1) % n] * at[i];
        double *t = at;
        at = next;
        next = t;
        r += s * at[round];
    }
    free(at);
    free(next);
    y[0] = s * r;
}

// a list that nobody writes, and arrays that change places
static void lists(const double *x, double *y, int n)
{
    int *to = malloc(n * sizeof *to);
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++) {
        to[i] = i * 7 % n;
        a[i] = x[i];
    }
    for (int t = 0; t < 4; t++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            b[i] = a[i] + 0.1 * sin(a[to[i]]) * x[to[to[i]]];
        double *c = a;
        a = b;
        b = c;
    }
    for (int i = 0; i < n; i++)
        y[i] = a[i];
    free(to);
    free(a);
    free(b);
}

// one region writes what the next one reads, and that one what the first one read
static void regions(const double *x, double *y, int n)
{
    double a[N], b[N];
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[0];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        b[i] = a[i] * a[n - 1 - i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i] = b[i] * b[(i + 1) % n];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = a[i] * b[i];
}

// the bounds and a factor are variables of the caller's that change after the region
static void bounds(const double *x, double *y, int n)
{
    int from = 1, to = n - 1;
    double factor = x[0], s = 0;
    for (int round = 0; round < 3; round++) {
#pragma omp parallel for reduction(+ : s)
        for (int i = from; i < to; i++) {
            double v = factor;
            for (int k = 0; k < 3; k++)
                v = v * x[i] + 0.2;
            s += v;
        }
        from += 2;
        to -= 3;
        factor *= x[round];
    }
    y[0] = s * factor;
}

// threads write what they read
static void grows(const double *x, double *y, int n)
{
    double a[N];
    for (int i = 0; i < n; i++)
        a[i] = x[i];
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++)
            a[i] = a[i] * a[i] + 0.1 * x[k];
        s += a[i] * x[i];
    }
    y[0] = s;
    y[1] = a[5] * a[6];
}

CHECK(paths)
CHECK(changed)
CHECK(moved)
CHECK(lists)
CHECK(regions)
CHECK(bounds)
CHECK(grows)

int main(void)
{
    omp_set_num_threads(4);
    printf("paths %d | ", check(paths, paths_reverse, paths_forward));
    printf("changed %d | ", check(changed, changed_reverse, changed_forward));
    printf("moved %d | ", check(moved, moved_reverse, moved_forward));
    printf("lists %d | ", check(lists, lists_reverse, lists_forward));
    printf("regions %d | ", check(regions, regions_reverse, regions_forward));
    printf("bounds %d | ", check(bounds, bounds_reverse, bounds_forward));
    printf("grows %d\n", check(grows, grows_reverse, grows_forward));
    return 0;
}
