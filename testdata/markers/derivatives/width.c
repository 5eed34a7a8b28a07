// Several adjoints of one reverse sweep: a shadow for each of a pointer, a
// gradient for each of a float by value; inner calls, recursion, heap memory,
// variables. Each column is what a call of its own gives.
// prints: 1 | 1.26 2.52 3.22 1.96 | 2 2 1 1 3 3
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
extern int enzyme_const, enzyme_dup, enzyme_dupv, enzyme_out, enzyme_width, llad_dup, llad_width;
struct d4 { double a, b, c, d; };
struct d6 { double x, xx, y, yy, z, zz; };
void __enzyme_autodiff(void *, ...);
struct d4 __enzyme_autodiff_d4(void *, ...);
struct d6 __llad_reverse_d6(void *, ...);

double scale;
static double *shared;

static double sweep(double a, double *t, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        t[i] = sin(a * i) * t[i];
        s += t[i];
    }
    return s;
}

__attribute__((noinline)) static double product(double a, double *t, int n)
{
    if (n == 0)
        return a;
    t[n - 1] *= a;
    return t[n - 1] * product(a * 0.9, t, n - 1);
}

static void f(const double *x, double *y, int n)
{
    double *t = malloc(n * sizeof *t), z[4], least = x[0];
    for (int i = 0; i < n; i++) {
        t[i] = x[i] * x[i];
        least = x[i] < least ? x[i] : least;
    }
    scale = x[1];
    y[0] = sweep(x[0], t, n) * least;
    for (int i = 0; i < n; i++)
        t[i] = x[i] + 1;
    shared = t;
    y[1] = product(x[1], shared, n);
    for (int i = 0; i < 4; i++)
        z[i] = x[i % n] * y[0];
    for (int i = 1; i < 4; i++)
        z[i] *= z[i - 1];
    y[1] += z[3] * scale;
    free(t);
}

static void two(double a, double b, double *out)
{
    out[0] = a * a * b;
    out[1] = a - b;
}

static double three(double x, double y, double z) { return x * y + y * z + z * x; }

int main(void)
{
    double x[3] = {1.1, 0.7, 0.3}, y[2], d[2][3] = {{0}}, s[2][2] = {{1, 0}, {0, 1}};
    __enzyme_autodiff((void *)f, enzyme_width, 2, enzyme_dup, x, d[0], d[1], enzyme_dupv, sizeof s[0], y, s, 3);
    int same = 1;
    for (int k = 0; k < 2; k++) {
        double one[3] = {0}, seed[2] = {k == 0, k == 1};
        __enzyme_autodiff((void *)f, enzyme_dup, x, one, enzyme_dup, y, seed, 3);
        for (int i = 0; i < 3; i++)
            same &= fabs(one[i] - d[k][i]) <= 1e-13 * fabs(one[i]);
        same &= s[k][0] == 0 && s[k][1] == 0;
    }
    printf("%d | ", same);
    double out[2], da[2] = {1, -1.26}, db[2] = {1, 0};
    struct d4 r = __enzyme_autodiff_d4((void *)two, enzyme_width, 2, enzyme_out, 1.4, enzyme_out, 0.9, enzyme_dup, out, da, db);
    printf("%g %g %g %g | ", r.a, r.b, r.c, r.d);
    struct d6 t = __llad_reverse_d6((void *)three, llad_width, 2, 1.0, 2.0, 0.0);
    printf("%g %g %g %g %g %g\n", t.x, t.xx, t.y, t.yy, t.z, t.zz);
    return 0;
}
