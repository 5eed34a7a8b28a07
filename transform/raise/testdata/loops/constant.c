// Loops of constant numbers of iterations: the forms in which compilers unroll and
// vectorise them when nothing is left over, or always as much.
#include <stdio.h>
#include <stdlib.h>

#define KERNEL __attribute__((noinline)) void

KERNEL scale(const double *x, double *y) {
  for (int i = 0; i < 240; i++)
    y[i] = 2 * x[i] + 1;
}

KERNEL inner(const double *x, double *y) {
  for (int i = 1; i < 243; i++)
    y[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1];
}

KERNEL odd(const double *x, double *y) {
  for (int i = 1; i < 240; i++)
    y[i] -= 0.5 * (x[i] - x[i - 1]);
}

KERNEL rows(const double (*x)[40], double (*y)[40]) {
  for (int i = 1; i < 39; i++)
    for (int j = 1; j < 39; j++)
      y[i][j] = x[i][j] + 0.2 * (x[i - 1][j] + x[i + 1][j] + x[i][j - 1] + x[i][j + 1]);
}

KERNEL recurrence(const double *x, double *y) {
  double s = 0.5;
  for (int i = 0; i < 240; i++) {
    s = s * 0.75 + x[i];
    y[i] = s * s;
  }
}

KERNEL differences(const double *x, double *y) {
  double last = x[0];
  for (int i = 0; i < 240; i++) {
    double now = x[i] * x[i];
    y[i] += now - last;
    last = now;
  }
}

KERNEL backwards(const double *x, double *y) {
  for (int i = 239; i >= 0; i--)
    y[i] = x[i] * x[i + 1];
}

// Two loops, of which one runs: neither is the other's.
KERNEL either(int first, const double *x, double *y) {
  if (first)
    for (int i = 0; i < 240; i++)
      y[i] = 3 * x[i];
  else
    for (int i = 0; i < 240; i++)
      y[i] = 3 * x[i] + 1;
}

// Fifty-five vectors of four: two at a time, with one test for the end.
KERNEL shrink(double a, double *y) {
  for (int i = 0; i < 220; i++)
    y[i] *= a;
}

KERNEL pairs(const double *restrict x, double *restrict y) {
  for (int i = 0; i < 240; i += 2) {
    y[i] = x[i] + x[i + 1];
    y[i + 1] = x[i] - x[i + 1];
  }
}

__attribute__((noinline)) double products(const double *x) {
  double p = 1, s = 0;
  for (int i = 0; i < 240; i++) {
    p = p * 0.5 + x[i];
    s += p * x[i];
  }
  return p * s;
}

static double x[1700], y[1700];

static void fill(void) {
  srand(7);
  for (int i = 0; i < 1700; i++)
    x[i] = rand() % 1000 / 997.0, y[i] = rand() % 1000 / 991.0;
}

static void show(const char *name) {
  double s = 0;
  for (int i = 0; i < 1700; i++)
    s = s * 0.9990234375 + x[i] + 2 * y[i];
  printf("%s %.17g\n", name, s);
}

#define RUN(name, ...) (fill(), name(__VA_ARGS__), show(#name))

int main(void) {
  RUN(scale, x, y);
  RUN(scale, x, x);
  RUN(scale, x, x + 1);
  RUN(scale, x + 3, x);
  RUN(inner, x, y);
  RUN(inner, x, x + 1);
  RUN(inner, x, x);
  RUN(odd, x, y);
  RUN(odd, x, x);
  RUN(odd, x, x + 2);
  RUN(rows, (void *)x, (void *)y);
  RUN(rows, (void *)x, (void *)x);
  RUN(recurrence, x, y);
  RUN(recurrence, x, x + 1);
  RUN(differences, x, y);
  RUN(differences, x, x + 1);
  RUN(backwards, x, y);
  RUN(backwards, x, x + 1);
  RUN(either, 0, x, y);
  RUN(either, 1, x, y);
  RUN(either, 0, x, x + 1);
  RUN(shrink, 0.7, y);
  RUN(pairs, x, y);
  fill();
  printf("%.17g\n", products(x));
}
