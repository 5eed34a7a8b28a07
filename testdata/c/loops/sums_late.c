// Loops whose iterations meet only in sums, and loops that look like it: the
// result is read behind, what they read or wrote changes behind them, they
// share a local array, stop early, or read their own sum.
// llad: func sums double
// llad: arg x dup double[24] range(0.4,1.2) inout
// llad: arg w dup double[6] range(0.5,1.5)
// llad: arg n const int 4
// llad: arg d const int 6
// llad: tags loop alloca nested
#include <math.h>

double sums(double *x, const double *w, int n, int d) {
  double t[8], u[8], total = 0.5, product = 1, up = 0, down = 3, early = 0, weighed = 0, shared = 0, changed = 0, left = 0;
  int count = 0;
  u[0] = w[0];
  if (n > 0) {
    for (int i = 0; i < n; i++) { /* nothing but a sum */
      for (int j = 0; j < d; j++) t[j] = x[i * d + j] * w[j];
      double s = 0;
      for (int j = 0; j < d; j++) s += t[j] * t[j];
      total += sqrt(s);
    }
    total = total * 0.5;
  }
  for (int i = 0; i < n; i++) { /* the same array again */
    for (int j = 0; j < d; j++) t[j] = x[i * d + j] + w[j];
    double s = 0;
    for (int j = 0; j < d; j++) s += t[j] * exp(-t[j]);
    shared += s * s;
  }
  for (int i = 0; i < n; i++) { /* some of it added, some taken off */
    double s = 0;
    for (int j = 0; j < d; j++) s += sin(x[i * d + j] * w[j]);
    if (i % 2) up += s * s;
    else up -= s;
    down -= s * w[i];
    count += s > 3;
  }
  for (int i = 0; i < n; i++) { /* a sum that ends the loop */
    double s = 0;
    for (int j = 0; j < d; j++) s += x[i * d + j] * x[i * d + j] * w[j];
    early += s * s;
    if (early > 40) break;
  }
  for (int i = 0; i < n; i++) { /* no sum */
    double s = 0;
    for (int j = 0; j < d; j++) s += x[i * d + j] * w[j];
    product = product * 0.25 + product * s;
  }
  for (int i = 0; i < n; i++) { /* reads its own sum */
    double s = 0;
    for (int j = 0; j < d; j++) s += x[i * d + j] * w[j];
    weighed += s * sin(weighed + s);
  }
  for (int i = 0; i < n; i++) { /* the last iteration's array is read behind */
    for (int j = 0; j < d; j++) u[j] = x[i * d + j] * w[j] * u[0];
    for (int j = 0; j < d; j++) left += u[j] * u[j];
  }
  for (int j = 0; j < d; j++) left += u[j] * w[j];
  for (int i = 0; i < n; i++) { /* what it reads changes behind it */
    double s = 0;
    for (int j = 0; j < d; j++) s += x[i * d + j] * x[i * d + j];
    changed += s * s * s;
  }
  for (int j = 0; j < n * d; j++) x[j] = x[j] * w[j % d];
  return total + shared + up * 2 + down + early + product * weighed + left - changed / 3 + log(up + 50) + count;
}
