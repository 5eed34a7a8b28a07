// Measures the gradient of a problem: main SIZE N ROUNDS.
#include "cache.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

double run_grad(const double *p, double *dp, const double *x, double *dx, int size, long n, double seed);
void llad_stats(long long *counts);
#ifdef HAND
double hand_grad(const double *p, double *dp, const double *x, double *dx, int size, long n, int slots);
#endif

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e9 * t.tv_sec + t.tv_nsec;
}

static long resident(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_maxrss;
}

int main(int argc, char **argv)
{
    int size = atoi(argv[1]), rounds = atoi(argv[3]), np = parameters(size), nx = states(size);
    long n = atol(argv[2]);
    double *p = malloc(np * sizeof *p), *x = malloc(nx * sizeof *x);
    double *dp = malloc(np * sizeof *dp), *dx = malloc(nx * sizeof *dx);
    for (int i = 0; i < np; i++)
        p[i] = parameter(i);
    for (int i = 0; i < nx; i++)
        x[i] = state(i, size);
    double primal = 1e300, grad = 1e300, sum = 0;
    volatile double sink;
    for (int k = 0; k < rounds; k++) {
        double t = now();
        sink = run(p, x, size, n);
        t = now() - t;
        primal = t < primal ? t : primal;
    }
    long before = resident();
    for (int k = 0; k < rounds; k++) {
        memset(dp, 0, np * sizeof *dp);
        memset(dx, 0, nx * sizeof *dx);
        double t = now();
        run_grad(p, dp, x, dx, size, n, 1);
        t = now() - t;
        grad = t < grad ? t : grad;
    }
    long after = resident();
    for (int i = 0; i < np; i++)
        sum += dp[i] * (1 + i % 3);
    for (int i = 0; i < nx; i++)
        sum += dx[i] * (1 + i % 5);
    long long c[9];
    llad_stats(c);
    printf("primal %.0f\ngradient %.0f\nadvances %lld\nslots %lld\npeak %lld\nresident %ld\nsum %.17g\n",
           primal, grad, c[0] / rounds, c[6], c[8], 1024 * (after - before), sum);
#ifdef HAND
    double hand = 1e300, ours = 1e300;
    for (int k = 0; k < 3 * rounds; k++) { // in turn, as the machine's speed changes
        double t = now();
        run_grad(p, dp, x, dx, size, n, 1);
        t = now() - t;
        ours = t < ours ? t : ours;
        memset(dp, 0, np * sizeof *dp);
        memset(dx, 0, nx * sizeof *dx);
        t = now();
        hand_grad(p, dp, x, dx, size, n, HAND);
        t = now() - t;
        hand = t < hand ? t : hand;
    }
    double other = 0;
    for (int i = 0; i < np; i++)
        other += dp[i] * (1 + i % 3);
    for (int i = 0; i < nx; i++)
        other += dx[i] * (1 + i % 5);
    printf("ours %.0f\nhand %.0f\nhandsum %.17g\n", ours, hand, other);
#endif
    return 0;
}
