// Structs by value and results in memory.
// prints: 5 | 9 2 | 4 6 | 3 12 27
#include <stdio.h>
extern int enzyme_const, enzyme_dup;
struct v3 { double x, y, z; };
struct v2 { double x, y; };
double __enzyme_autodiff(void *, ...);
struct v2 __enzyme_autodiff_v2(void *, ...);
struct v3 __enzyme_fwddiff_v3(void *, ...);
struct v2 __enzyme_fwddiff_v2(void *, ...);

static double weigh(struct v3 p, double k) { return p.x * p.y * k - p.z; }
static struct v3 powers(double x)
{
    struct v3 r = {3 * x, 3 * x * x, x * x * x * 2.25};
    return r;
}
static struct v2 pair(double x)
{
    struct v2 r = {2 * x, x * x * x / 2};
    return r;
}

int main(void)
{
    struct v3 p = {1, 6, 1};
    printf("%g | ", __enzyme_autodiff((void *)weigh, enzyme_const, p, 2.0) - 1);
    struct v2 q = __enzyme_autodiff_v2((void *)powers, 2.0); // the adjoint of each member is one
    printf("%g %g | ", q.x - 33, q.y + 2);
    q = __enzyme_fwddiff_v2((void *)pair, 2.0, 1.0);
    printf("%g %g | ", q.x + 2, q.y);
    struct v3 r = __enzyme_fwddiff_v3((void *)powers, 2.0, 1.0);
    printf("%g %g %g\n", r.x, r.y, r.z);
    return 0;
}
