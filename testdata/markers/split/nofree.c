// Several sweeps of one tape: rows of a Jacobian, by loops that keep values, local
// and allocated memory, recursion, exchanges in place; more than a chunk of the tape.
// prints: 1 1 | 1 1 1 | 1 1 | 1
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
extern int enzyme_dup, enzyme_const, enzyme_nofree, enzyme_tape, enzyme_allocated;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
double __enzyme_reverse_d(void *, ...);

static double power(double x, int n) { return n == 0 ? 1 : n % 2 ? x * power(x, n - 1) : power(x * x, n / 2); }
static void map(const double *x, double *y, int n, int steps)
{
    double *t = malloc(n * sizeof *t);
    for (int k = 0; k < n; k++) t[k] = x[k];
    for (int s = 0; s < steps; s++)
        for (int k = 0; k + 1 < n; k++) {
            double local[2] = {sin(t[k]), t[k + 1] * t[k]};
            t[k] = local[0] + 0.1 * local[1];
            t[k + 1] = 0.5 * t[k + 1] + local[1] * local[0];
        }
    y[0] = power(t[0], 5);
    y[1] = t[1] * t[n - 1];
    free(t);
}
static double value(double x, int n)
{
    double s = x;
    for (int k = 0; fabs(s) < 100 && k < n; k++) s = s * s - x * k;
    return s;
}
static int near(double a, double b) { return fabs(a - b) <= 2e-6 * (1 + fabs(b)); }
static int rows(int steps, int again)
{
    double x[3] = {0.4, 0.7, -0.3}, y[2], dx[3] = {0}, dy[2] = {0};
    void *tape = __enzyme_augmentfwd((void *)map, x, dx, y, dy, 3, steps);
    int good = 1;
    for (int turn = 0; turn <= again; turn++)
        for (int row = 0; row < 2; row++) {
            for (int k = 0; k < 3; k++) dx[k] = 0;
            dy[row] = 1;
            if (turn < again || row == 0)
                __enzyme_reverse((void *)map, x, dx, y, dy, 3, steps, enzyme_nofree, tape);
            else
                __enzyme_reverse((void *)map, x, dx, y, dy, 3, steps, tape);
            good &= dy[0] == 0 && dy[1] == 0;
            for (int k = 0; k < 3; k++) {
                double u[3] = {0.4, 0.7, -0.3}, v[3] = {0.4, 0.7, -0.3}, yu[2], yv[2], h = 1e-6;
                u[k] += h;
                v[k] -= h;
                map(u, yu, 3, steps);
                map(v, yv, 3, steps);
                good &= near(dx[k], (yu[row] - yv[row]) / (2 * h));
            }
        }
    return good;
}
int main(void)
{
    printf("%d %d | ", rows(3, 0), rows(4, 2));
    double want = (value(1.3 + 1e-7, 6) - value(1.3 - 1e-7, 6)) / 2e-7;
    void *tape = __enzyme_augmentfwd((void *)value, 1.3, 6);
    printf("%d ", near(__enzyme_reverse_d((void *)value, 1.3, 6, 1.0, tape, enzyme_nofree), want));
    printf("%d ", near(__enzyme_reverse_d((void *)value, 1.3, 6, 2.0, enzyme_nofree, tape), 2 * want));
    printf("%d | ", near(__enzyme_reverse_d((void *)value, 1.3, 6, -1.0, tape), -want));
    printf("%d %d | ", rows(2000, 1), rows(5000, 0));
    char memory[8];
    __enzyme_augmentfwd((void *)value, 1.3, 6, enzyme_allocated, 8, enzyme_tape, memory);
    double first = __enzyme_reverse_d((void *)value, 1.3, 6, 1.0, enzyme_nofree, enzyme_allocated, 8, enzyme_tape, memory);
    printf("%d\n", first == __enzyme_reverse_d((void *)value, 1.3, 6, 1.0, enzyme_allocated, 8, enzyme_tape, memory) && near(first, want));
    return 0;
}
