#include <stdio.h>
#include "chain_grad.h"

int main(void)
{
    double k = 3, dk = 0;
    double x[] = {0.5, 2, 1, 3.5}, dx[] = {0, 0, 0, 0};
    double e = energy_grad(k, &dk, x, dx, 4, 1.0);

    printf("energy %.15g\nd/dk %.15g\n", e, dk);
    for (int i = 0; i < 4; i++)
        printf("d/dx[%d] %.15g\n", i, dx[i]);
    return 0;
}
