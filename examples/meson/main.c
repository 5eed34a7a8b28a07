#include <stdio.h>

#include "energy_grad.h"

int main(void) {
  double k = 2, x[4] = {0.5, -0.25, 1, 0.75};
  double d_k = 0, d_x[4] = {0}; /* gradients are added to what is here */

  double e = energy_grad(k, &d_k, x, d_x, 4, 1.0);

  printf("energy      %.15g\n", e);
  printf("d/dk        %.15g\n", d_k);
  for (int i = 0; i < 4; i++)
    printf("d/dx[%d]     %.15g\n", i, d_x[i]);
  return 0;
}
