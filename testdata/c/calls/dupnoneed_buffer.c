// Not delivered, yet read by the computation itself.
// llad: func f void
// llad: arg y dupnoneed double[4] range(0.5,1.5) inout
// llad: arg steps const int 6
// llad: tags dupnoneed loop inplace

void f(double *y, int steps) {
  for (int s = 0; s < steps; s++)
    for (int i = 0; i < 4; i++)
      y[i] = y[i] + 0.125 * y[i] * y[(i + 1) % 4];
}
