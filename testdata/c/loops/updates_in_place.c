// Elements that are changed in place, where other accesses to the same memory
// stand between the reading and the writing, or seem to.
// llad: func update double
// llad: arg a dup double[8] range(0.5,1.3) inout
// llad: arg b dup double[8] range(0.4,1.1) inout
// llad: arg n const int 8
// llad: arg one const int 1
// llad: tags loop
#include <math.h>

double update(double *a, double *b, int n, int one) {
  double t[8], s = 0;
  for (int i = 0; i < n; i++) t[i] = a[i] * a[i];
  for (int i = 0; i < n; i++) t[i] += b[i] * sin(a[i]);
  for (int i = 0; i < n; i++) { /* another name of the same element */
    double x = t[i], y = t[i * one];
    t[i] = x * y + x;
  }
  for (int i = 0; i + 1 < n; i++) { /* its neighbour in between */
    double x = a[i];
    double y = a[i + 1];
    a[i] = x * y;
    a[i + one] = y + x * a[i];
  }
  for (int i = 0; i < n; i++) { /* read twice, written twice */
    double x = b[i];
    b[i] = x * 2;
    b[i] = b[i] * x + b[i] * t[i];
  }
  for (int i = 0; i < n; i++) { /* what is written does not need what was read */
    double x = b[i];
    s += x * x;
    b[i] = t[i] * 0.5;
  }
  for (int i = 0; i < n; i++) s += t[i] * a[i] + exp(-b[i]);
  return s;
}
