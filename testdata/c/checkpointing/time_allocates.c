// A loop over time whose steps return new arrays, allocate temporaries of several sizes, and free what came before.
// llad: func f double
// llad: arg x dup double[4] {1,0.75,1.25,0.5}
// llad: arg c out double 0.125
// llad: arg steps const int 9
// llad: tags loop memory time
#include <stdlib.h>

static double *slope(const double *u, int n, double c)
{
    double *d = malloc(n * sizeof *d);
    for (int i = 0; i < n; i++)
        d[i] = c * u[i] * (u[(i + 1) % n] - u[i]);
    return d;
}

static double *step(const double *u, int n, double c, double *total)
{
    double *k = slope(u, n, c), *v = calloc(n, sizeof *v), *sums = malloc((n / 2) * sizeof *sums);
    for (int i = 0; i < n; i++)
        v[i] += u[i] + k[i];
    double *l = slope(v, n, c);
    for (int i = 0; i < n; i++)
        v[i] = u[i] + 0.5 * (k[i] + l[i]);
    for (int i = 0; i < n / 2; i++)
        sums[i] = v[i] * v[n - 1 - i];
    for (int i = 0; i < n / 2; i++)
        *total += sums[i];
    free(k);
    free(l);
    free(sums);
    return v;
}

double f(const double *x, double c, int steps)
{
    double *u = malloc(4 * sizeof *u), total = 0;
    double *kept = 0; // the state of the last even step
    for (int i = 0; i < 4; i++)
        u[i] = x[i] * x[i];
    for (int t = 0; t < steps && total < 100; t++) {
        double *v = step(u, 4, c, &total);
        if (t % 2 == 0) {
            free(kept);
            kept = u;
        } else {
            free(u);
        }
        u = v;
    }
    double s = total;
    for (int i = 0; i < 4; i++)
        s += u[i] * u[i] * (kept ? kept[i] : 1);
    free(kept);
    free(u);
    return s;
}
