// A product with eight rows at a time, whose sums compilers keep in one vector.
// llad: func f double
// llad: arg x dup double[80] range(-1,1)
// llad: arg w dup double[50] range(-1,1)
// llad: arg bias dup double[5] range(-1,1)
// llad: arg y dup double[40] zero
// llad: arg rows const int 8
// llad: arg columns const int 10
// llad: arg outs const int 5
// llad: tags loop matrix
// llad: cflags -ffp-contract=off

enum { tile = 8 };

double f(double *x, double *w, double *bias, double *y, int rows, int columns, int outs) {
    for (int r = 0; r < rows; r += tile)
        for (int o = 0; o < outs; o++) {
            double sums[tile];
            for (int k = 0; k < tile; k++)
                sums[k] = bias[o];
            for (int i = 0; i < columns; i++) {
                double weight = w[o * columns + i];
                for (int k = 0; k < tile; k++)
                    sums[k] += x[(r + k) * columns + i] * weight;
            }
            for (int k = 0; k < tile; k++)
                y[(r + k) * outs + o] = sums[k];
        }
    double s = 0;
    for (int k = 0; k < rows * outs; k++)
        s += y[k] * y[k];
    return s;
}
