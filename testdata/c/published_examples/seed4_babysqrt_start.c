// The Babylonian square root, started from (1 + x)/2, as a function of x alone: 1/(2 sqrt(2)).
// llad: func f double
// llad: arg x out double 2
// llad: tags seed4 recursion
// llad: expect grad x 0.35355339059327373
// llad: expect jvp ret by x 0.35355339059327373

static double babysqrt(double x, double t, int n) { return n == 0 ? t : babysqrt(x, (t + x / t) / 2, n - 1); }

double f(double x) { return babysqrt(x, (1 + x) / 2, 10); }
