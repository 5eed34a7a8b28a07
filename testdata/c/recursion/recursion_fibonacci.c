// Two calls in one, on the same argument.
// llad: func fib double
// llad: arg x out double 0.75
// llad: arg n const int 9
// llad: tags recursion

double fib(double x, int n) {
  if (n < 2)
    return n ? x : 1;
  return fib(x, n - 1) * 0.5 + x * fib(x, n - 2);
}
