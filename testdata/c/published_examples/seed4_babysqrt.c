// The Babylonian square root, recursive; f'(2) as forward mode prints it.
// llad: func babysqrt double
// llad: arg x out double 2
// llad: arg t out double 1.5
// llad: arg n const int 10
// llad: tags seed4 recursion
// llad: expect ret 1.414213562373095

double babysqrt(double x, double t, int n) { return n == 0 ? t : babysqrt(x, (t + x / t) / 2, n - 1); }
