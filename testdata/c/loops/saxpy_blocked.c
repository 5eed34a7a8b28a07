// Tiles with a remainder: limits from min, an inner copy in a stack buffer.
// llad: func f double
// llad: arg x dup double[13] range(0.5,1.5)
// llad: arg y dup double[13] range(0.5,1.5) inout
// llad: arg n const int 13
// llad: tags loop nested alloca memory
#include <string.h>

double f(const double *x, double *y, int n) {
  double buf[4], s = 0;
  for (int at = 0; at < n; at += 4) {
    int len = n - at < 4 ? n - at : 4;
    memcpy(buf, y + at, len * sizeof *buf);
    for (int i = 0; i < len; i++)
      buf[i] = buf[i] * x[at + i] + (at ? y[at - 1] : 0);
    memcpy(y + at, buf, len * sizeof *buf);
    s += buf[0] * buf[len - 1];
  }
  return s;
}
