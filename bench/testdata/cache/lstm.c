// A layer of long short-term memory, fed with its own output.
#include "cache.h"
#include <math.h>
#include <stdlib.h>

int parameters(int size) { return 4 * size * (size + 1); }
int states(int size) { return 2 * size; }
double parameter(int i) { return 0.3 * sin(1.3 * i); }
double state(int i, int size) { return 0.5 * cos(0.7 * i); }

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

double run(const double *p, const double *x, int size, long n)
{
    double *h = malloc(size * sizeof *h), *c = malloc(size * sizeof *c), *g = malloc(4 * size * sizeof *g);
    for (int i = 0; i < size; i++) {
        h[i] = x[i];
        c[i] = x[size + i];
    }
    for (long t = 0; t < n; t++) {
        for (int i = 0; i < 4 * size; i++) {
            double s = p[4 * size * size + i];
            for (int j = 0; j < size; j++)
                s += p[i * size + j] * h[j];
            g[i] = s;
        }
        for (int i = 0; i < size; i++) {
            c[i] = sigmoid(g[i]) * c[i] + sigmoid(g[size + i]) * tanh(g[2 * size + i]);
            h[i] = sigmoid(g[3 * size + i]) * tanh(c[i]);
        }
    }
    double s = 0;
    for (int i = 0; i < size; i++)
        s += h[i] * h[i] + c[i];
    free(h);
    free(c);
    free(g);
    return s;
}
