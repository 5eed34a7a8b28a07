// Loops over time on arrays of the caller, whose extents the inner loops tell: a
// plane, its edges, a part that not every step changes, and buffers that change places.
// llad: func f void
// llad: arg u dup double[12] range(0.5,1.5) inout
// llad: arg v dup double[12] range(0.5,1.5) inout
// llad: arg c out double 0.125
// llad: arg nx const int 4
// llad: arg ny const int 3
// llad: arg steps const int 9
// llad: tags loop time
void f(double *u, double *v, double c, int nx, int ny, int steps)
{
    for (int t = 0; t < steps; t++) {
        for (int j = 1; j < ny - 1; j++)
            for (int i = 1; i < nx - 1; i++) {
                double *p = u + j * nx + i;
                v[j * nx + i] = *p + c * (p[-1] + p[1] + p[-nx] + p[nx] - 4 * *p) * *p;
            }
        for (int i = 0; i < nx; i++) {
            v[i] = u[i] - 0.1 * u[i] * v[i + nx];
            if (u[i] > 0.75)
                u[i] -= 0.125 * c * u[i] * u[i];
        }
        double *s = u;
        u = v;
        v = s;
    }
}
