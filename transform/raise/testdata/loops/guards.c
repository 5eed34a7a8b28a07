// Loops whose iterations do something on a condition, which the compiler unrolls.
#include <stdio.h>

__attribute__((noinline)) void paths(double *a, const double *b, double c, int n) {
  for (int j = 0; j < n; j++)
    if (c + b[j] < a[j])
      a[j] = c + b[j];
}

__attribute__((noinline)) double charged(double *restrict a, const double *restrict x, int n) {
  double sum = 0;
  for (int j = 0; j < n; j++)
    if (x[j] > 0.25) {
      a[j] -= 0.5 * x[j];
      sum += a[j] * x[j];
    }
  return sum;
}

__attribute__((noinline)) double either(double *restrict a, const double *restrict x, int n) {
  double last = 1;
  for (int j = 0; j < n; j++)
    if (!(x[j] < last)) {
      last = x[j] / a[j];
      a[j] = last;
    }
  return last;
}

int main(void) {
  double a[37], x[37];
  for (int n = 0; n <= 37; n++) {
    for (int j = 0; j < 37; j++) {
      a[j] = 1 + ((j * 7) % 11) * 0.125;
      x[j] = ((j * 5 + n) % 13) * 0.0625;
    }
    paths(a, x, 0.875, n);
    printf("%a %a\n", charged(a, x, n), either(a, x, n));
    for (int j = 0; j < 37; j++)
      printf("%a ", a[j]);
    printf("\n");
  }
}
