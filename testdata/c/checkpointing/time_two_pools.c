// Two loops over time, one after the other, whose steps return new arrays and free what came before: the second one
// takes over what the first one made. Steps of the first have a loop over an array that they allocate.
// llad: func f double
// llad: arg x dup double[4] {1,0.75,1.25,0.5}
// llad: arg c out double 0.125
// llad: arg steps const int 5
// llad: cflags -gline-tables-only
// llad: tags loop memory time
#include <stdlib.h>

static double *step(const double *u, int n, double c)
{
    double *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++)
        v[i] = u[i] + c * u[i] * (u[(i + 1) % n] - u[i]);
    return v;
}

double f(const double *x, double c, int steps)
{
    double *u = malloc(4 * sizeof *u), total = 0;
    for (int i = 0; i < 4; i++)
        u[i] = x[i] * x[i];
    for (int t = 0; t < steps; t++) {
        double *v = step(u, 4, c), *w = malloc(4 * sizeof *w);
        for (int i = 0; i < 4; i++)
            w[i] = v[i] * x[i];
        for (int k = 0; k < 3; k++) // inside
            for (int i = 0; i < 4; i++)
                w[i] += 0.25 * c * w[i] * w[(i + 1) % 4];
        v[t % 4] += 0.125 * w[1];
        free(w);
        free(u);
        u = v;
    }
    for (int t = 0; t < steps; t++) {
        double *v = step(u, 4, c * x[0]);
        free(u);
        u = v;
        total += u[0] * u[0];
    }
    for (int i = 0; i < 4; i++)
        total += u[i] * u[i];
    free(u);
    return total;
}
