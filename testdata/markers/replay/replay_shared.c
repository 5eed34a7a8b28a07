// Gradients and tangents from one tape: the primal runs once, and each weighs the
// other. With and without nofree, in any order.
// link: -fsanitize=address
// prints: map 1 map 1 (p)sums 1 (p)(p)alone 1
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int enzyme_dup, enzyme_const, enzyme_nofree;
struct tr { void *tape; double result; };
struct tr __enzyme_augmentfwd(void *, ...);
void *__enzyme_augmentfwd_v(void *, ...);
double __enzyme_fwdsplit(void *, ...);
double __enzyme_reverse(void *, ...);
void __enzyme_reverse_v(void *, ...);
static double power(double x, int n) { return n == 0 ? 1 : n % 2 ? x * power(x, n - 1) : power(x * x, n / 2); }
static double map(double *x, double a, int n, int steps)
{
    double *t = malloc(n * sizeof *t);
    for (int k = 0; k < n; k++) t[k] = x[k];
    for (int s = 0; s < steps; s++)
        for (int k = 0; k + 1 < n; k++) {
            double local[2] = {sin(t[k]), t[k + 1] * t[k]};
            t[k] = local[0] + 0.1 * local[1] * a;
            if (t[k] > 0.5) t[k] *= a;
            t[k + 1] = 0.5 * t[k + 1] + local[1] * local[0];
        }
    double s = 0;
    for (int k = 0; k < n; k++) { s += power(t[k], 5); x[k] = t[k] * s; }
    free(t);
    return s;
}
static double sums(const double *x, double a, int n) { double s = 0; for (int k = 0; k < n; k++) { s += sin(x[k] * a) * x[k]; if (k == 1) { printf("(p)"); } } return s; }
static void check(const char *w, double a, double b) { printf("%s %d ", w, fabs(a - b) <= 1e-12 * (1 + fabs(a))); if (!(fabs(a - b) <= 1e-12 * (1 + fabs(a)))) printf("[%.17g %.17g]", a, b); }
int main(void)
{
    enum { N = 4 };
    double x[N] = {0.4, 0.7, -0.3, 1.1}, v[N] = {1, -2, 0.5, 3}, dx[N] = {0, 0, 0, 0}, w[N] = {0.3, -1, 2, 0.1};
    double y[N], out[N];
    memcpy(y, x, sizeof x);
    struct tr t = __enzyme_augmentfwd((void *)map, y, dx, 1.3, N, 7);
    memset(y, 0xff, sizeof y);
    for (int turn = 0; turn < 2; turn++) {
        memcpy(out, v, sizeof v);
        double ds = __enzyme_fwdsplit((void *)map, y, out, 1.3, 0.7, N, 7, enzyme_nofree, t.tape);
        // <w, J v> = <J' w, v>
        double left = 1.5 * ds, right;
        for (int k = 0; k < N; k++) left += w[k] * out[k];
        memcpy(dx, w, sizeof w);
        double da;
        if (turn) da = __enzyme_reverse((void *)map, y, dx, 1.3, N, 7, 1.5, t.tape);
        else da = __enzyme_reverse((void *)map, y, dx, 1.3, N, 7, 1.5, enzyme_nofree, t.tape);
        right = 0.7 * da;
        for (int k = 0; k < N; k++) right += dx[k] * v[k];
        check("map", left, right);
    }
    memcpy(y, x, sizeof x);
    t = __enzyme_augmentfwd((void *)map, y, dx, 1.3, N, 7);
    memcpy(out, v, sizeof v);
    __enzyme_fwdsplit((void *)map, y, out, 1.3, 0.7, N, 7, t.tape); // ends both
    t = __enzyme_augmentfwd((void *)sums, x, dx, 1.3, N);
    double s = __enzyme_fwdsplit((void *)sums, x, v, 1.3, 0.7, N, enzyme_nofree, t.tape), r;
    memset(dx, 0, sizeof dx);
    r = 0.7 * __enzyme_reverse((void *)sums, x, dx, 1.3, N, 1.0, t.tape);
    for (int k = 0; k < N; k++) r += dx[k] * v[k];
    check("sums", s, r);
    // of the same function under another activity
    t = __enzyme_augmentfwd((void *)sums, enzyme_const, x, 1.3, N);
    s = __enzyme_fwdsplit((void *)sums, enzyme_const, x, 1.3, 0.7, N, t.tape);
    t = __enzyme_augmentfwd((void *)sums, x, dx, 1.3, N);
    check("alone", s, 0.7 * __enzyme_reverse((void *)sums, x, dx, 1.3, N, 1.0, t.tape));
    printf("\n");
}
