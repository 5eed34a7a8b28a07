// A reaction with two substances in every cell, by the classical Runge-Kutta
// method with four stages.
#include "cache.h"
#include <stdlib.h>

int parameters(int size) { return 2 * size; }
int states(int size) { return 2 * size; }
double parameter(int i) { return i % 2 ? 3 + 0.01 * (i % 11) : 1 + 0.01 * (i % 13); }
double state(int i, int size) { return 1 + 0.25 * (i % 3); }

static void rate(const double *p, const double *y, double *f, int size)
{
    for (int i = 0; i < size; i++) {
        double a = p[2 * i], b = p[2 * i + 1], u = y[2 * i], v = y[2 * i + 1], uuv = u * u * v;
        f[2 * i] = a + uuv - (b + 1) * u;
        f[2 * i + 1] = b * u - uuv;
    }
}

double run(const double *p, const double *x, int size, long n)
{
    const double h = 0.01;
    int m = 2 * size;
    double *y = malloc(m * sizeof *y), *z = malloc(m * sizeof *z), *k = malloc(4 * m * sizeof *k);
    for (int i = 0; i < m; i++)
        y[i] = x[i];
    for (long t = 0; t < n; t++) {
        rate(p, y, k, size);
        for (int i = 0; i < m; i++)
            z[i] = y[i] + 0.5 * h * k[i];
        rate(p, z, k + m, size);
        for (int i = 0; i < m; i++)
            z[i] = y[i] + 0.5 * h * k[m + i];
        rate(p, z, k + 2 * m, size);
        for (int i = 0; i < m; i++)
            z[i] = y[i] + h * k[2 * m + i];
        rate(p, z, k + 3 * m, size);
        for (int i = 0; i < m; i++)
            y[i] += h / 6 * (k[i] + 2 * k[m + i] + 2 * k[2 * m + i] + k[3 * m + i]);
    }
    double s = 0;
    for (int i = 0; i < m; i++)
        s += y[i] * y[i];
    free(y);
    free(z);
    free(k);
    return s;
}
