// A loop over time of an object whose pointers are cleared behind the loop.
// llad: func f double
// llad: arg p dup double[6] range(-1,1)
// llad: arg c out double 0.125
// llad: arg steps const int 7
// llad: tags loop memory time
#include <stdlib.h>

struct system {
    double *x, *v;
    int n;
};

static void release(double **p)
{
    free(*p);
    *p = NULL;
}

static void step(struct system *s, double c)
{
    for (int i = 0; i < s->n; i++) {
        s->v[i] -= c * s->x[i] * s->x[i];
        s->x[i] += c * s->v[i];
    }
}

double f(const double *p, double c, int steps)
{
    struct system *s = malloc(sizeof *s);
    s->n = 6;
    s->x = malloc(s->n * sizeof *s->x);
    s->v = malloc(s->n * sizeof *s->v);
    for (int i = 0; i < s->n; i++) {
        s->x[i] = p[i];
        s->v[i] = 0;
    }
    for (int t = 0; t < steps; t++)
        step(s, c);
    double e = 0;
    for (int i = 0; i < s->n; i++)
        e += s->x[i] * s->v[i];
    release(&s->x);
    release(&s->v);
    free(s);
    return e;
}
