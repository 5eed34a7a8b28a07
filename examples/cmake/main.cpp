#include <cstdio>

#include "energy_grad.h"

int main() {
  double x[4] = {0.5, -0.25, 1, 0.75}, d_k = 0, d_x[4] = {};
  double e = energy_grad(2, &d_k, x, d_x, 4, 1);
  std::printf("energy %.15g\nd/dk %.15g\n", e, d_k);
  for (int i = 0; i < 4; i++)
    std::printf("d/dx[%d] %.15g\n", i, d_x[i]);
}
