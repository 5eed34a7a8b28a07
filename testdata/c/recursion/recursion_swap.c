// A recursive function changes pointers in memory that its caller reads again.
// llad: func f double
// llad: arg x dup double[4] {0.5,-0.25,0.75,0.125}
// llad: arg out dup double[1] zero
// llad: arg k const int 3
// llad: tags recursion memory
#include <stdlib.h>

struct pair { double *a, *b; };

static void walk(struct pair *p, int k)
{
    if (k == 0)
        return;
    for (int i = 0; i < 4; i++)
        p->b[i] = p->a[i] + 0.5 * p->a[i] * p->a[(i + 1) % 4];
    double *t = p->a;
    p->a = p->b;
    p->b = t;
    walk(p, k - 1);
}

double f(const double *x, double *out, int k)
{
    struct pair *p = malloc(sizeof *p);
    p->a = malloc(4 * sizeof(double));
    p->b = malloc(4 * sizeof(double));
    for (int i = 0; i < 4; i++) {
        p->a[i] = x[i] * x[i];
        p->b[i] = 0;
    }
    walk(p, k);
    double s = 0;
    for (int i = 0; i < 4; i++)
        s += (i + 1) * p->a[i];
    *out = p->b[0];
    free(p->a);
    free(p->b);
    free(p);
    return s;
}
