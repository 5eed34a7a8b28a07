// A loop that counts to the last number, not to one behind it: unrolled, it compares what its counter is between two parts.
// llad: func f double
// llad: arg x dup double[23] range(0.5,1.5)
// llad: arg y dup double[23] range(0.5,1.5) inout
// llad: arg from const long 1
// llad: arg to const long 21
// llad: tags loop
#include <stddef.h>

double f(const double *x, double *y, size_t from, size_t to) {
    for (size_t i = from; i < to + 1; i++)
        y[i] = 0.9 * y[i] + x[i] * x[i];
    return y[from] * y[to] + y[from + 8];
}
