// A loop over time on vectors, with one that does not change.
// llad: func f double
// llad: arg x dup double[4] {1,0.75,1.25,0.5}
// llad: arg c out double 0.125
// llad: arg steps const int 9
// llad: cflags -mavx2
// llad: tags loop vector time
typedef double v4 __attribute__((vector_size(32)));

double f(const double *x, double c, int steps)
{
    v4 u = {x[0], x[1], x[2], x[3]}, k = {c, c * c, 0.5 * c, 0.25}, w = {1, -1, 2, c};
    double t = 0;
    for (int i = 0; i < steps && t < 100; i++) {
        u += k * u * (w - u);
        t += u[0] * u[3];
    }
    return t + u[1] * u[2];
}
