// The wave equation in one dimension, with a speed of its own at every point:
// two states that change places at every step.
#include "cache.h"
#include <stdlib.h>

int parameters(int size) { return size; }
int states(int size) { return size; }
double parameter(int i) { return 0.1 + 0.001 * (i % 7); }
double state(int i, int size) { return i > size / 4 && i < size / 2; }

// step puts the next state into the memory of the one before v.
void step(const double *restrict c2, double *restrict u, const double *restrict v, int size)
{
    for (int i = 1; i < size - 1; i++)
        u[i] = 2 * v[i] - u[i] + c2[i] * (v[i - 1] - 2 * v[i] + v[i + 1]);
}

double run(const double *p, const double *x, int size, long n)
{
    double *u = malloc(size * sizeof *u), *v = malloc(size * sizeof *v);
    for (int i = 0; i < size; i++)
        u[i] = v[i] = x[i];
    for (long t = 0; t < n; t++) {
        step(p, u, v, size);
        double *w = u;
        u = v;
        v = w;
    }
    double s = 0;
    for (int i = 0; i < size; i++)
        s += v[i] * v[i];
    free(u);
    free(v);
    return s;
}
