#include <stdio.h>

#include "energy.h"

int main(void) {
  double k = 2, x[4] = {0.5, -0.25, 1, 0.75};
  double dk = 0, dx[4] = {0};

  double e = energy_gradient(k, &dk, x, dx, 4);

  printf("energy      %.15g\n", e);
  printf("d/dk        %.15g\n", dk);
  for (int i = 0; i < 4; i++)
    printf("d/dx[%d]     %.15g\n", i, dx[i]);
  return 0;
}
