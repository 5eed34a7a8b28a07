// A float's bits that lie in an integer's memory and are made wider for a call;
// recursion keeps the calls apart.
// llad: func f float
// llad: arg x dup float[4] range(0.5,1.5)
// llad: tags bits call float nowiden
// llad: difftol 1e-2
// llad: dottol 1e-5
union word {
  unsigned bits;
  float value;
};

__attribute__((noinline)) static float square(unsigned long w) {
  union word u = {.bits = (unsigned)w};
  return u.value * u.value;
}

__attribute__((noinline)) static float deep(const unsigned *p, int depth) {
  if (depth > 0)
    return 0.5f * deep(p, depth - 1);
  return square(*p);
}

float f(const float *x) {
  union word u = {.value = x[0] * x[1] + x[2]};
  unsigned bits = u.bits;
  return deep(&bits, 2) * x[3];
}
