// Steps read addresses from a table that grew before the loop, and what follows
// changes the table: steps that are run again read what it held.
// llad: func f double
// llad: arg p dup double[5] {1.1,0.7,0.9,1.3,0.6}
// llad: arg n const int 5
// llad: arg steps const int 6
// llad: tags loop memory time
#include <stdlib.h>

double f(const double *p, int n, int steps)
{
    double **table = 0, x[8];
    int room = 0;
    for (int i = 0; i < n; i++) {
        if (i == room) {
            room = room ? 2 * room : 1;
            double **more = malloc(room * sizeof *more);
            for (int j = 0; j < i; j++)
                more[j] = table[j];
            free(table);
            table = more;
        }
        table[i] = malloc(sizeof **table);
        *table[i] = p[i] * p[i];
        x[i] = p[i];
    }
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < n; i++)
            x[i] += 0.125 * *table[i] * x[(i + 1) % n];
    double s = 0;
    for (int i = 0; i < n / 2; i++) {
        double *other = table[i];
        table[i] = table[n - 1 - i];
        table[n - 1 - i] = other;
    }
    for (int i = 0; i < n; i++) {
        s += *table[i] * x[i] * x[i];
        free(table[i]);
    }
    free(table);
    return s;
}
