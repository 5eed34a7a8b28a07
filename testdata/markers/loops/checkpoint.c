// Loops run again from snapshots: strategies by markers, memory whose extent is stated, counters.
// prints: 1 1 1
#include "llad.h"
#include <stdio.h>
#define N 5

struct sim { double *u; int n; };

__attribute__((noinline)) double run(struct sim *s, double *u, int n, int steps)
{
    __llad_state(s, sizeof *s);
    __llad_state(s->u, n * sizeof(double));
    __llad_state(u, n * sizeof(double));
    __llad_checkpoint("binomial:3");
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n; i++)
            s->u[i] += 0.125 * s->u[i] * s->u[i - 1];
    __llad_checkpoint("online:3");
    for (int t = 0; t < steps && u[0] < 100; t++)
        for (int i = 1; i < n; i++)
            u[i] -= 0.125 * u[i] * s->u[i];
    double e = 0;
    for (int i = 0; i < n; i++)
        e += s->u[i] * u[i];
    return e;
}

__attribute__((noinline)) double kept(struct sim *s, double *u, int n, int steps)
{
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n; i++)
            s->u[i] += 0.125 * s->u[i] * s->u[i - 1];
    for (int t = 0; t < steps && u[0] < 100; t++)
        for (int i = 1; i < n; i++)
            u[i] -= 0.125 * u[i] * s->u[i];
    double e = 0;
    for (int i = 0; i < n; i++)
        e += s->u[i] * u[i];
    return e;
}

static void start(double *a, double *b, double *d)
{
    for (int i = 0; i < N; i++) {
        a[i] = 0.5 + 0.25 * i;
        b[i] = 1 - 0.125 * i;
        d[i] = d[N + i] = 0;
    }
}

int main(void)
{
    double a[N], b[N], d[2][2 * N];
    struct llad_counts c;
    struct sim s = {a, N}, ds = {d[0], 0};
    start(a, b, d[0]);
    llad_gradient(run, llad_dup, &s, &ds, llad_dup, b, d[0] + N, N, 16);
    llad_stats(&c);
    start(a, b, d[1]);
    ds.u = d[1];
    llad_gradient(kept, llad_dup, &s, &ds, llad_dup, b, d[1] + N, N, 16);
    int same = 1;
    for (int i = 0; i < 2 * N; i++)
        same &= d[0][i] == d[1][i];
    printf("%d %d %d\n", same, d[0][1] != 0, c.advances > 32 && c.peak_slots >= 3);
    return 0;
}
