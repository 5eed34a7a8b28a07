// Signs flipped in some lanes of pairs that are loaded as integers, change their places
// as integers and are cast to floats or stored then, as in the conjugate of a quaternion.
// llad: func f double
// llad: arg p dup double[4] range(0.5,1.5)
// llad: arg q dup double[4] range(0.5,1.5)
// llad: arg c dup double[2] zero
// llad: tags vector
typedef double pair __attribute__((vector_size(16), aligned(8)));
typedef long long bits __attribute__((vector_size(16), aligned(8)));

#define SIGN ((long long)(1ULL << 63))

static bits flip(const double *at, long long low, long long high) {
  bits b, mask = {low, high};
  __builtin_memcpy(&b, at, sizeof b);
  return b ^ mask;
}

double f(const double *p, const double *q, double *c) {
  bits xy = flip(p, SIGN, SIGN), zw = flip(p + 2, SIGN, 0);
  pair wx = (pair)__builtin_shufflevector(zw, xy, 1, 2);
  pair yz = (pair)__builtin_shufflevector(xy, zw, 1, 2);
  pair a = {q[0], q[1]}, b = {q[2], q[3]};
  pair s = wx * a * b + yz * b - (pair)zw * a;
  __builtin_memcpy(c, &xy, sizeof xy);
  return s[0] * s[0] + s[1] * (*(pair *)&xy)[1];
}
