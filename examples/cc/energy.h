/* The energy of a chain of n points, and its gradient, which is added to dx; dk too. */
double energy(double k, const double *x, int n);
double energy_gradient(double k, double *dk, const double *x, double *dx, int n);
