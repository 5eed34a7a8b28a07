// A square root and a quotient that are computed before it is known whether
// anything uses them: where nothing does they may be NaN or infinite.
// llad: func f double
// llad: arg x dup double[6] {-1.5,0.7,-0.4,1.3,-0.2,2.0}
// llad: arg n const int 6
// llad: cflags -fno-math-errno
#include <math.h>

static double way(double a, int n) {
    double s = 0;
    for (int k = 1; k <= n; k++)
        s += sin(k * a) / k;
    return s;
}

double f(const double *x, int n) {
    double sum = 0, product = 1;
    for (int i = 0; i < n; i++) {
        double root = sqrt(x[i]), quotient = 1 / (x[i] + fabs(x[i])), both = root * quotient;
        if (x[i] > 0)
            product *= way(root, 3) + both * quotient;
        else
            sum += way(x[i], 4);
    }
    return sum + product;
}
