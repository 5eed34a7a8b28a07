// A loop over time on arrays that file-scope pointers lead to; the buffers change places in every step.
// llad: func f double
// llad: arg x dup double[4] {1,0.75,1.25,0.5}
// llad: arg c out double 0.125
// llad: arg steps const int 9
// llad: tags loop memory global time
#include <stdlib.h>

double *u, *next, *weight;
int n;

void setup(const double *x)
{
    n = 4;
    u = malloc(n * sizeof *u);
    next = malloc(n * sizeof *next);
    weight = malloc(n * sizeof *weight);
    for (int i = 0; i < n; i++) {
        u[i] = x[i];
        weight[i] = 1 + 0.5 * x[i];
    }
}

void step(double c)
{
    double *old = u;
    for (int i = 0; i < n; i++)
        next[i] = u[i] + c * weight[i] * u[i] * (u[(i + 1) % n] - u[i]);
    u = next;
    next = old;
}

double f(const double *x, double c, int steps)
{
    setup(x);
    for (int t = 0; t < steps; t++)
        step(c);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += u[i] * u[i];
    free(u);
    free(next);
    free(weight);
    return s;
}
