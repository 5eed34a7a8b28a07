// A loop over time that calls through pointers: one of two functions, and one in an object.
// llad: func f double
// llad: arg x dup double[4] {1,0.75,1.25,0.5}
// llad: arg c out double 0.125
// llad: arg which const int 1
// llad: arg steps const int 9
// llad: tags loop call time
#include <string.h>

struct rule { void (*rhs)(double, const double *, double *); double c; };
struct method { void (*step)(const struct rule *, double *, double); double h; };

static void drift(double c, const double *u, double *d)
{
    for (int i = 0; i < 4; i++)
        d[i] = c * u[i] * (u[(i + 1) % 4] - u[i]);
}

static void decay(double c, const double *u, double *d)
{
    for (int i = 0; i < 4; i++)
        d[i] = -c * u[i] * u[i];
}

static void heun(const struct rule *r, double *u, double h)
{
    double k[4], l[4], v[4];
    r->rhs(r->c, u, k);
    for (int i = 0; i < 4; i++)
        v[i] = u[i] + h * k[i];
    r->rhs(r->c, v, l);
    for (int i = 0; i < 4; i++)
        u[i] += 0.5 * h * (k[i] + l[i]);
}

double f(const double *x, double c, int which, int steps)
{
    struct rule r = {which ? drift : decay, c};
    struct method m = {heun, 0.5};
    double u[4], s = 0;
    memcpy(u, x, sizeof u);
    for (int t = 0; t < steps && s < 100; t++) {
        m.step(&r, u, m.h);
        s += u[0] * u[3];
    }
    return s + u[1] * u[2];
}
