// Heat in a rod whose conductivity depends on the temperature and the place.
#include "cache.h"
#include <stdlib.h>

int parameters(int size) { return size; }
int states(int size) { return size; }
double parameter(int i) { return 0.1 + 0.01 * (i % 7); }
double state(int i, int size) { return 1 + 0.5 * i / size; }

double run(const double *p, const double *x, int size, long n)
{
    double *u = malloc(size * sizeof *u), *v = malloc(size * sizeof *v);
    for (int i = 0; i < size; i++)
        u[i] = v[i] = x[i];
    for (long t = 0; t < n; t++) {
        for (int i = 1; i < size - 1; i++)
            v[i] = u[i] + p[i] * u[i] * (u[i - 1] - 2 * u[i] + u[i + 1]);
        for (int i = 1; i < size - 1; i++)
            u[i] = v[i];
    }
    double s = 0;
    for (int i = 0; i < size; i++)
        s += u[i] * u[i];
    free(u);
    free(v);
    return s;
}
