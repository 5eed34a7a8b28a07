// A loop over time that exchanges, in memory, pointers to objects that hold arrays.
// llad: func f double
// llad: arg x dup double[4] {1,0.75,1.25,0.5}
// llad: arg c out double 0.125
// llad: arg steps const int 9
// llad: tags loop memory time
#include <stdlib.h>

struct field { int n; double *data; };
struct solver { struct field *now, *next; double time, dt; };

static struct field *field(int n)
{
    struct field *f = malloc(sizeof *f);
    f->n = n;
    f->data = n > 0 ? calloc(n, sizeof(double)) : 0;
    return f;
}

static void step(struct solver *s, double c)
{
    struct field *u = s->now, *v = s->next;
    for (int i = 0; i < u->n; i++)
        v->data[i] = u->data[i] + c * s->dt * u->data[i] * (u->data[(i + 1) % u->n] - u->data[i]);
    s->now = v;
    s->next = u;
    s->time += s->dt * c;
}

double f(const double *x, double c, int steps)
{
    struct solver *s = malloc(sizeof *s);
    s->now = field(4);
    s->next = field(4);
    s->time = 0;
    s->dt = 0.5;
    for (int i = 0; i < 4; i++)
        s->now->data[i] = x[i];
    for (int t = 0; t < steps; t++)
        step(s, c);
    double sum = s->time;
    for (int i = 0; i < 4; i++)
        sum += s->now->data[i] * s->next->data[i];
    free(s->now->data);
    free(s->next->data);
    free(s->now);
    free(s->next);
    free(s);
    return sum;
}
