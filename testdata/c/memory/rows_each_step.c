// Every step makes a matrix of rows and gives up the one before, and keeps a row
// for later: memory made in steps holds addresses of other such memory.
// llad: func f double
// llad: arg p dup double[4] {1.1,0.7,0.9,1.3}
// llad: arg n const int 4
// llad: arg steps const int 6
// llad: tags loop memory time
#include <stdlib.h>

static double **matrix(int n)
{
    double **rows = malloc(n * sizeof *rows);
    for (int i = 0; i < n; i++)
        rows[i] = malloc(n * sizeof **rows);
    return rows;
}

static void release(double **rows, int n)
{
    for (int i = 0; i < n; i++)
        free(rows[i]);
    free(rows);
}

double f(const double *p, int n, int steps)
{
    double **u = matrix(n), **history = malloc(steps * sizeof *history);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i][j] = p[i] * p[j];
    for (int t = 0; t < steps; t++) {
        double **w = matrix(n);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                w[i][j] = u[i][j] + 0.125 * u[i][j] * (u[(i + 1) % n][j] - u[i][(j + 1) % n]);
        release(u, n);
        u = w;
        history[t] = malloc(n * sizeof *history[t]);
        for (int i = 0; i < n; i++)
            history[t][i] = u[i][i] * u[i][0];
    }
    double s = 0;
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < n; i++)
            s += history[t][i] * (i + t);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s += u[i][j] * u[j][i];
    release(history, steps);
    release(u, n);
    return s;
}
