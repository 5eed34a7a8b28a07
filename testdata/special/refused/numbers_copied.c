// Numbers beside floats are numbers, and stay such in structs that are copied as blocks.
// llad: func f double
// llad: arg x dup double[4] range(0.5,2)
// llad: arg n const int 4
#include <string.h>

typedef struct {
  int kind, count;
  long long total;
  double value;
} record;

double f(const double *x, int n) {
  record r[4], q[4];
  for (int i = 0; i < n; i++)
    r[i] = (record){i, i + n, 1ll << 40, x[i] * x[i]};
  memcpy(q, r, sizeof r);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += q[i].count * q[i].value + q[i].count * 0.5 + q[i].total * 0x1p-40 * q[i].value;
  return s;
}
