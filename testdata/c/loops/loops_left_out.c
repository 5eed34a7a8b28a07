// Two loops in a row that the compiler leaves out together where there is one
// element only: the second's vectors may stand for the first's in no case.
// llad: func f double
// llad: arg p dup double[12] range(-1,1)
// llad: arg k out double 0.75
// llad: arg n const int 12
// llad: arg steps const int 5
// llad: tags loop memory time
#include <stdlib.h>

double f(const double *p, double k, int n, int steps)
{
    double *x = malloc(n * sizeof *x), *v = malloc(n * sizeof *v), *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++) {
        x[i] = p[i];
        v[i] = 0;
        a[i] = 0;
    }
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            a[i] = -k * x[i] * x[i] + (i ? 0.125 * (x[i - 1] - x[i]) : 0);
        for (int i = 0; i < n; i++) {
            v[i] += 0.0625 * a[i];
            x[i] += 0.0625 * v[i];
        }
    }
    double e = 0;
    for (int i = 0; i < n; i++)
        e += x[i] * v[i];
    free(x);
    free(v);
    free(a);
    return e;
}
