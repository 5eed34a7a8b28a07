// (1 + x, 5x, 5/x) at 2: the whole Jacobian in one forward call.
// llad: func f void
// llad: arg x out double 2
// llad: arg y dup double[3] zero
// llad: tags seed4 straight
// llad: expect jvp y[0] by x 1
// llad: expect jvp y[1] by x 5
// llad: expect jvp y[2] by x -1.25
// llad: expect grad x of y[0] 1
// llad: expect grad x of y[1] 5
// llad: expect grad x of y[2] -1.25

void f(double x, double *y) {
  y[0] = 1 + x;
  y[1] = 5 * x;
  y[2] = 5 / x;
}
