#include <stdio.h>

#include "energy_grad.h"

double energy(double k, const double *x, int n);

int main(void) {
  double k = 2, x[4] = {0.5, -0.25, 1, 0.75};
  double d_k = 0, d_x[4] = {0}; /* gradients are added to what is here */

  double e = energy_grad(k, &d_k, x, d_x, 4, 1.0);

  printf("energy      %.15g\n", e);
  printf("d/dk        %.15g\n", d_k);
  const double h = 1e-6;
  for (int i = 0; i < 4; i++) {
    double at = x[i];
    x[i] = at + h;
    double up = energy(k, x, 4);
    x[i] = at - h;
    double down = energy(k, x, 4);
    x[i] = at;
    printf("d/dx[%d]     %-20.15g  by differences %.9g\n", i, d_x[i], (up - down) / (2 * h));
  }
  return 0;
}
