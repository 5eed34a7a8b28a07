// Loops over time that print: what is run again does so silently.
// prints: a0 a4 a8 b0 b4 b8 c0 c4 c8 1 1
#include "llad.h"
#include <stdio.h>
#define N 5

#define SWEEP(name, letter, strategy, more)                 \
    __attribute__((noinline)) double name(const double *x, int steps) \
    {                                                       \
        double u[N], s = 0;                                 \
        for (int i = 0; i < N; i++)                         \
            u[i] = x[i];                                    \
        __llad_checkpoint(strategy);                        \
        for (int t = 0; t < steps more; t++) {              \
            for (int i = 1; i < N; i++)                     \
                u[i] += 0.125 * u[i] * u[i - 1];            \
            if (t % 4 == 0) {                               \
                fputs(letter, stdout);                      \
                printf("%d ", t);                           \
            }                                               \
        }                                                   \
        for (int i = 0; i < N; i++)                         \
            s += u[i] * u[i];                               \
        return s;                                           \
    }

SWEEP(kept, "a", "keep", )
SWEEP(known, "b", "mixed:2", )
SWEEP(found, "c", "online:2/3", &&u[0] < 100)

int main(void)
{
    double x[N] = {0.5, 0.25, 0.75, 1, 0.125}, d[3][N] = {{0}};
    int same[2] = {1, 1};
    llad_gradient(kept, llad_dup, x, d[0], 11);
    llad_gradient(known, llad_dup, x, d[1], 11);
    llad_gradient(found, llad_dup, x, d[2], 11);
    for (int i = 0; i < N; i++) {
        same[0] &= d[0][i] == d[1][i];
        same[1] &= d[0][i] == d[2][i];
    }
    printf("%d %d\n", same[0], same[1]);
    return 0;
}
