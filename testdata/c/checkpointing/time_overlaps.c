// A loop over time whose steps read vectors that overlap, and the same number again
// in every part of an unrolled loop: the adjoints' sums have one order, whether
// values are kept or steps are run again.
// llad: func f double
// llad: arg x dup double[3] {1,0.75,1.25}
// llad: arg n const int 13
// llad: arg steps const int 9
// llad: tags loop vector time
#include <stdlib.h>

typedef double v2 __attribute__((vector_size(16), aligned(8)));

double f(const double *x, int n, int steps)
{
    double *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++)
        u[i] = x[i % 3] + 0.1 * i, v[i] = 0.1 * x[i % 2];
    for (int t = 0; t < steps; t++) {
        double *w = calloc(n, sizeof *w);
        for (int i = 0; i + 4 <= n; i += 2) {
            v2 l = *(v2 *)(u + i), m = *(v2 *)(u + i + 1), r = *(v2 *)(u + i + 2);
            *(v2 *)(w + i + 1) = x[1] * (l - 2 * m + r) - 0.1 * m * m * m;
        }
        for (int i = 0; i < n; i++)
            v[i] += 0.05 * w[i];
        for (int i = 0; i < n; i++)
            u[i] += 0.05 * v[i];
        free(w);
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += u[i] * u[i] + v[i] * v[i];
    free(u);
    free(v);
    return sum;
}
