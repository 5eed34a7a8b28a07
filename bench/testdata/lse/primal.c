// log(sum(exp(x))), shifted by the largest x.
#include <math.h>

#ifndef real
#define real double
#endif

real lse(int n, const real *x) {
  real largest = x[0];
  for (int i = 1; i < n; i++)
    if (x[i] > largest)
      largest = x[i];
  real sum = 0;
  for (int i = 0; i < n; i++)
    sum += exp(x[i] - largest);
  return largest + log(sum);
}
