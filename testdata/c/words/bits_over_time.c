// The state of a loop over time in vectors of integers, as vectorised libraries
// hold floats whose signs they flip: adjoints are words of memory of which only
// the running program knows that they are.
// llad: func f double
// llad: arg x dup double[4] {1.1,0.7,0.9,1.3}
// llad: arg n const int 9
// llad: tags time
typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));
typedef long long bits __attribute__((vector_size(16), aligned(8), may_alias));

double f(const double *x, int n)
{
    bits s = *(const bits *)x;
    pair v = *(const pair *)(x + 2);
    for (int t = 0; t < n; t++) {
        pair a = (pair)s;
        double r = a[0] * a[0] + a[1] * a[1] + 0.1;
        pair minus = (pair)(s ^ (bits){-0x7fffffffffffffff - 1, -0x7fffffffffffffff - 1});
        v += 0.05 * minus / r;
        s = (bits)(a + 0.05 * v);
    }
    pair a = (pair)s;
    return a[0] * v[1] + 2 * a[1] * v[0];
}
