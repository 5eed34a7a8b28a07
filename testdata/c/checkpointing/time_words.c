// A loop over time that exchanges addresses as integers, in memory that is read at varying places.
// llad: func f double
// llad: arg x dup double[4] {1,0.75,1.25,0.5}
// llad: arg c out double 0.125
// llad: arg now const int 0
// llad: arg steps const int 9
// llad: tags loop memory time
#include <stdint.h>
#include <string.h>

struct grid { double *u; long n; };

__attribute__((noinline)) static void exchange(struct grid *a, struct grid *b)
{
    uint64_t x, y;
    memcpy(&x, &a->u, sizeof x);
    memcpy(&y, &b->u, sizeof y);
    memcpy(&a->u, &y, sizeof y);
    memcpy(&b->u, &x, sizeof x);
}

__attribute__((noinline)) static void step(const struct grid *u, const struct grid *v, double c)
{
    for (long i = 0; i < u->n; i++)
        v->u[i] = u->u[i] + c * u->u[i] * (u->u[(i + 1) % u->n] - u->u[i]);
}

double f(const double *x, double c, int now, int steps)
{
    double u[4], v[4] = {0};
    struct grid a = {u, 4}, b = {v, 4}, *g[2] = {&a, &b};
    for (int i = 0; i < 4; i++)
        u[i] = x[i];
    for (int t = 0; t < steps; t++) {
        step(g[now], g[1 - now], c);
        exchange(&a, &b);
    }
    double s = 0;
    for (int i = 0; i < 4; i++)
        s += g[now]->u[i] * g[now]->u[i];
    return s;
}
