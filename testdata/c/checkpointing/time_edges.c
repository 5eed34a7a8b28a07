// A loop over time that works on memory whose address a variable has since before:
// the loop only reads the variable, and writes the memory.
// llad: func f double
// llad: arg x dup double[6] {1,0.75,1.25,0.5,1.5,1}
// llad: arg steps const int 9
// llad: tags loop time
#include <stdlib.h>

struct grid {
    double *u;
    int n, time;
};

static double *edge;

static void begin(struct grid *g)
{
    edge = calloc(2 * g->n, sizeof *edge);
    for (int i = 0; i < g->n; i++)
        edge[2 * i] = 0.5 * g->u[i];
}

static __attribute__((noinline)) void step(struct grid *g)
{
    for (int i = 0; i < g->n; i++) {
        g->u[i] += 0.125 * (edge[2 * i] - edge[2 * i + 1] * g->u[i]);
        edge[2 * i + 1] = edge[2 * i];
        edge[2 * i] = g->u[i];
    }
}

double f(const double *x, int steps)
{
    struct grid *g = calloc(1, sizeof *g);
    g->n = 6;
    g->u = calloc(g->n, sizeof *g->u);
    for (int i = 0; i < g->n; i++)
        g->u[i] = x[i];
    begin(g);
    for (g->time = 0; g->time < steps; g->time++)
        step(g);
    double s = 0;
    for (int i = 0; i < g->n; i++)
        s += g->u[i] * g->u[i];
    free(edge);
    free(g->u);
    free(g);
    return s;
}
