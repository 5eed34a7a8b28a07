// A step works on a temporary of its own, which every way to abort() leaks: it
// becomes one object, whose shadow is nobody's state.
// llad: func f double
// llad: arg p dup double[8] range(0.2,1)
// llad: arg k out double 0.75
// llad: arg n const int 8
// llad: arg steps const int 5
// llad: tags loop memory time
#include <stdlib.h>

double f(const double *p, double k, int n, int steps)
{
    double *h = malloc(n * sizeof *h);
    for (int i = 0; i < n; i++)
        h[i] = p[i];
    for (int t = 0; t < steps; t++) {
        double *z = malloc(n * sizeof *z);
        if (!z)
            abort();
        for (int i = 0; i < n; i++)
            z[i] = h[i] * k;
        for (int i = 0; i < n; i++) {
            if (i >= 64)
                abort();
            double w = z[(i + 1) % n] + 0.0625 * t;
            h[i] = w / (1 + w * w);
        }
        free(z);
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += h[i] * h[i];
    free(h);
    return s;
}
