// A union of a double, an address and an integer that is above 2^52 and converted to a double.
#include <stddef.h>
typedef struct { long tag; union { double d; const double *p; long l; } u; } S;
double f(const double *x, size_t n){
  S a[12]; double r = 0;
  for (size_t i = 0; i < n; i++) { S s; s.tag = i % 3;
    if (i % 3 == 0) s.u.d = x[i]*x[i]; else if (i % 3 == 1) s.u.p = x + i; else s.u.l = 0x4008000000000000;
    a[i] = s; }
  for (size_t i = 0; i < n; i++) r += a[i].tag == 0 ? a[i].u.d : a[i].tag == 1 ? *a[i].u.p : 1e-18 * (double)a[i].u.l;
  return r;
}
