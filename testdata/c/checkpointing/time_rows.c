// A loop over time on matrices of rows that are allocated one by one.
// llad: func f double
// llad: arg x dup double[9] range(0.5,1.25)
// llad: arg c out double 0.0625
// llad: arg steps const int 9
// llad: tags loop memory time
#include <stdlib.h>

static double **matrix(int n)
{
    double **a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = calloc(n, sizeof **a);
    return a;
}

static void release(double **a, int n)
{
    for (int i = 0; i < n; i++)
        free(a[i]);
    free(a);
}

double f(const double *x, double c, int steps)
{
    const int n = 3;
    double **u = matrix(n), **v = matrix(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i][j] = x[n * i + j];
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                v[i][j] = u[i][j] + c * u[i][j] * (u[(i + 1) % n][j] - u[i][(j + 2) % n]);
        double **w = u;
        u = v;
        v = w;
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += u[i][j] * v[j][i];
    release(u, n);
    release(v, n);
    return s;
}
