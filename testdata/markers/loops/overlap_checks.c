// Functions that read through some pointers and write through others: a check
// when the program runs chooses between two versions of their loops. Called with
// memory that is apart, that overlaps in every way, that is the same, and with
// shadows that overlap though the memory does not. Compared with differences.
// prints: right: 280 of 280
#include <math.h>
#include <stdio.h>
#include <string.h>
extern int enzyme_const, enzyme_dup;
void __enzyme_autodiff(void *, ...);

static void product(const double *a, const double *b, double *c, long n)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            double s = 0;
            for (long k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}

static void sums(const double *a, const double *b, double *c, long n)
{
    for (int i = 0; i < (int)n; i++)
        for (int k = 0; k < (int)n; k++)
            for (int j = 0; j < (int)n; j++)
                c[i * n + j] += 0.25 * a[i * (int)n + k] * b[k * n + j];
}

static void triangle(const double *l, const double *b, double *x, long n)
{
    for (unsigned i = 0; i < (unsigned)n; i++) {
        x[i] = b[i];
        for (unsigned j = 0; j < i; j++)
            x[i] -= 0.1 * l[i * (unsigned)n + j] * x[j];
        x[i] /= 1 + l[i * (unsigned)n + i];
    }
}

static void walk(const double *a, const double *b, double *c, long n)
{
    for (const double *end = a + 2 * n; a != end; a += 2)
        *c = *c * *a + *b++ * *a, c++;
}

static void down(const double *a, const double *b, double *c, long n)
{
    memset(c, 0, n * sizeof *c);
    for (long i = n; i-- > 0;)
        c[2 * i] = c[2 * i] * a[i] + a[i + 1] * b[n - 1 - i] + (i > 0 ? c[i - 1] : 0);
}

typedef void kernel(const double *, const double *, double *, long);
// Behind the first ones, c is moved over the others step by step.
enum { size = 64, kernels = 5, first = 8, sets = first + 48 };
static struct { int a, b, c, n; } places[sets] = {
    {0, 20, 40, 4}, {0, 20, 40, 1}, {0, 20, 40, 0}, {0, 16, 32, 4},
    {0, 0, 20, 3}, {0, 10, 0, 3}, {10, 0, 1, 3}, {2, 3, 4, 2},
};

static void start(double *m) { for (int i = 0; i < size; i++) m[i] = 0.6 + 0.4 * sin(3.1 * i * i); }
static double weight(int i) { return cos(1.7 * i); }

#define TRY(f)                                                                                          \
    for (int s = 0; s < sets; s++) {                                                                    \
        double m[size], d[size];                                                                        \
        start(m);                                                                                       \
        for (int i = 0; i < size; i++)                                                                  \
            d[i] = weight(i);                                                                           \
        __enzyme_autodiff((void *)f, enzyme_dup, m + places[s].a, d + places[s].a, enzyme_dup, m + places[s].b, \
                          d + places[s].b, enzyme_dup, m + places[s].c, d + places[s].c, enzyme_const, (long)places[s].n); \
        right += same(f, s, d);                                                                         \
    }

static int same(kernel *f, int s, const double *d)
{
    for (int i = 0; i < size; i++) {
        double y[2] = {0}, h = 1e-5;
        for (int side = 0; side < 2; side++) {
            double m[size];
            start(m);
            m[i] += side ? h : -h;
            f(m + places[s].a, m + places[s].b, m + places[s].c, places[s].n);
            for (int k = 0; k < size; k++)
                y[side] += weight(k) * m[k];
        }
        double want = (y[1] - y[0]) / (2 * h);
        if (!(fabs(want - d[i]) <= 1e-6 * (1 + fabs(want)))) {
            printf("set %d, %d: %g, not %g\n", s, i, d[i], want);
            return 0;
        }
    }
    return 1;
}

int main(void)
{
    int right = 0;
    for (int s = first; s < sets; s++) {
        places[s].a = 16, places[s].b = 30, places[s].c = s - first;
        places[s].n = 3;
    }
    TRY(product)
    TRY(sums)
    TRY(triangle)
    TRY(walk)
    TRY(down)
    printf("right: %d of %d", right, kernels * sets);

    // One shadow for two inputs gets both gradients.
    double a[9], b[9], c[9], d[9] = {0}, dc[9], apart[2][9] = {0}, off = 0;
    for (int i = 0; i < 9; i++)
        a[i] = 0.3 * i, b[i] = 1 - 0.2 * i, dc[i] = weight(i);
    __enzyme_autodiff((void *)product, enzyme_dup, a, d, enzyme_dup, b, d, enzyme_dup, c, dc, enzyme_const, 3L);
    for (int i = 0; i < 9; i++)
        dc[i] = weight(i);
    __enzyme_autodiff((void *)product, enzyme_dup, a, apart[0], enzyme_dup, b, apart[1], enzyme_dup, c, dc, enzyme_const, 3L);
    for (int i = 0; i < 9; i++)
        off += fabs(apart[0][i] + apart[1][i] - d[i]);
    puts(off < 1e-12 ? "" : " shared shadow: wrong");
    return 0;
}
