// A loop over time whose buffers change places as integers.
// llad: func f double
// llad: arg x dup double[4] {1,0.75,1.25,0.5}
// llad: arg c out double 0.125
// llad: arg steps const int 9
// llad: tags loop memory time
#include <stdint.h>
#include <stdlib.h>

double f(const double *x, double c, int steps)
{
    double *first = malloc(4 * sizeof *first), *second = calloc(4, sizeof *second);
    uintptr_t now = (uintptr_t)first, next = (uintptr_t)second;
    for (int i = 0; i < 4; i++)
        first[i] = x[i];
    for (int t = 0; t < steps; t++) {
        const double *u = (const double *)now;
        double *v = (double *)next;
        for (int i = 0; i < 4; i++)
            v[i] = u[i] + c * u[i] * (u[(i + 1) % 4] - u[i]);
        uintptr_t old = now;
        now = next;
        next = old;
    }
    double s = 0;
    for (int i = 0; i < 4; i++)
        s += ((double *)now)[i] * ((double *)now)[i];
    free(first);
    free(second);
    return s;
}
