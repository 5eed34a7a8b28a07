#include <math.h>

/* The energy of a chain of n masses at the heights x[0] ... x[n-1]: springs of
   stiffness k between neighbours, and a floor that pushes harder the closer a
   mass comes. */
double energy(double k, const double *x, int n)
{
    double e = 0;
    for (int i = 0; i < n; i++) {
        e += exp(-x[i]);
        if (i > 0) {
            double stretch = sqrt(1 + (x[i] - x[i - 1]) * (x[i] - x[i - 1])) - 1;
            e += 0.5 * k * stretch * stretch;
        }
    }
    return e;
}
