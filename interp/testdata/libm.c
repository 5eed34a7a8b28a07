// The functions of math.h whose results are exact, compared bit for bit.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double xs[] = {0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.7, -3.7, 1e-3, 100.25, -12345.678, 4503599627370497.5, 1e18, 1e-310, INFINITY, -INFINITY};

int main(void) {
  int n = (int)(sizeof xs / sizeof *xs);
  for (int i = 0; i < n; i++) {
    double x = xs[i];
    float xf = (float)x;
    int e;
    double ip;
    float ipf;
    printf("%a %a %a %a %a %a\n", floor(x), ceil(x), trunc(x), round(x), rint(x), nearbyint(x));
    printf("%a %a %a %a %a %a\n", floorf(xf), ceilf(xf), truncf(xf), roundf(xf), rintf(xf), fabsf(xf));
    printf("%a %a ", fabs(x), sqrt(fabs(x)));
    printf("%a ", sqrtf(fabsf(xf)));
    double fr = frexp(x, &e);
    if (isfinite(x)) printf("%a %d ", fr, e);
    fr = modf(x, &ip);
    printf("%a %a ", fr, ip);
    float frf = modff(xf, &ipf);
    printf("%a %a ", frf, ipf);
    if (fabs(x) < 1e9) printf("%ld %ld %lld ", lround(x), lrint(x), llround(x));
    if (x != 0 && isfinite(x)) printf("%d %a ", ilogb(x), logb(x));
    printf("%a %a %a\n", ldexp(x, 5), scalbn(x, -1060), ldexpf(xf, -140));
    printf("%d %d %d %d\n", isnan(x) != 0, isinf(x) != 0, isfinite(x) != 0, signbit(x) != 0);
    for (int j = 0; j < n; j++) {
      double y = xs[j];
      float yf = (float)y;
      printf("%a %a %a %a %a ", fmin(x, y) + 0.0, fmax(x, y) + 0.0, copysign(x, y), fdim(x, y), nextafter(x, y));
      printf("%a %a %a ", fminf(xf, yf) + 0.0f, copysignf(xf, yf), nextafterf(xf, yf));
      if (y != 0 && isfinite(x)) {
        int q;
        printf("%a %a %a ", fmod(x, y), remainder(x, y), fmodf(xf, yf != 0 ? yf : 1));
        printf("%a ", remquo(x, y, &q));
        printf("%d ", q & 7);
      }
      double p = fma(x, y, 0.1);
      float pf = fmaf(xf, yf, 0.1f);
      if (p == p) printf("%a ", p);
      if (pf == pf) printf("%a ", pf);
      puts("");
    }
  }
  printf("%a %a %a\n", hypot(3, 4), hypot(5, 12), pow(2, 10));
  return 0;
}
