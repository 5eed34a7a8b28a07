#include <cstdio>

#include "energy.h"
#include "llad.h"

int main() {
  double x[4] = {0.5, -0.25, 1, 0.75}, d_x[4] = {};
  double d_k = llad_gradient<double>(chain::energy, 2.0, llad_dup, x, d_x, 4);
  std::printf("d/dk %.15g\n", d_k);
  for (int i = 0; i < 4; i++)
    std::printf("d/dx[%d] %.15g\n", i, d_x[i]);
}
