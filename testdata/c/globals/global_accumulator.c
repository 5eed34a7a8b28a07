// A global that functions add into.
// llad: func f double
// llad: arg x dup double[5] range(0.5,1.5)
// llad: tags global call loop
#include <math.h>
static double total;
static int calls;

__attribute__((noinline)) static void account(double v) {
  total = total * 0.75 + v * v;
  calls++;
}

double f(const double *x) {
  total = 0;
  calls = 0;
  for (int i = 0; i < 5; i++) {
    account(x[i]);
    if (total > 1)
      account(sin(total));
  }
  return total * calls;
}
