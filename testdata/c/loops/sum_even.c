// Sums over an even number of records, unrolled: what is left over is two of them or nothing.
// llad: func f double
// llad: arg x dup double[72] range(0,1)
// llad: arg n const int 4
// llad: arg m const int 3
// llad: tags loop memory
struct cell { double s[9]; };

double f(const double *x, int n, int m)
{
    const struct cell *c = (const struct cell *)x;
    int cells = (n % 16) * 2;
    double total = 0;
    for (int t = 0; t < m; t++) {
        double s = 0;
        for (int k = 0; k < cells; k++)
            s += c[k].s[1] - c[k].s[3];
        total += s * s;
    }
    return total;
}
