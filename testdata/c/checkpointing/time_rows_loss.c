// A loop behind the steps sums up what they leave in rows, times a parameter: the
// order of that sum is the same whatever the strategy.
// llad: func f double
// llad: arg p dup double[2] range(0.5,1)
// llad: arg n const int 5
// llad: arg steps const int 4
// llad: tags loop memory time
#include <stdlib.h>

double f(const double *p, int n, int steps)
{
    double **a = malloc(n * sizeof *a), **b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++) {
        a[i] = calloc(n, sizeof **a);
        b[i] = calloc(n, sizeof **b);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = b[i][j] = p[0] * (i * j % 4);
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = a[i][j] + 0.1 * p[1] * (a[i + 1][j] + a[i - 1][j] + a[i][j + 1] + a[i][j - 1] - 4 * a[i][j]);
        double **c = a;
        a = b;
        b = c;
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += a[i][j] * a[i][j] * p[1];
    for (int i = 0; i < n; i++) {
        free(a[i]);
        free(b[i]);
    }
    free(a);
    free(b);
    return s;
}
