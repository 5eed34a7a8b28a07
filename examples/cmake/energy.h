namespace chain {
double energy(double k, const double *x, int n);
}
