// Bytes that hold a number, an address or an index as a tag says, moved in structs by value.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const int 6
#include <cmath>
#include <cstring>

struct Value {
  alignas(8) unsigned char bytes[8];
  int tag;
};

static Value make(double *x, int n, int k) {
  Value v;
  v.tag = k % 3;
  if (v.tag == 0) {
    double d = x[k % n] * x[1];
    std::memcpy(v.bytes, &d, 8);
  } else if (v.tag == 1) {
    const double *p = x + k % n;
    std::memcpy(v.bytes, &p, 8);
  } else {
    long i = k;
    std::memcpy(v.bytes, &i, 8);
  }
  return v;
}

static double read(Value v) {
  if (v.tag == 0) {
    double d;
    std::memcpy(&d, v.bytes, 8);
    return d * d;
  }
  if (v.tag == 1) {
    const double *p;
    std::memcpy(&p, v.bytes, 8);
    return std::sin(*p);
  }
  long i;
  std::memcpy(&i, v.bytes, 8);
  return i * 0.1;
}

extern "C" double f(double *x, int n) {
  Value v[12];
  for (int k = 0; k < 12; k++) v[k] = make(x, n, k);
  for (int k = 0; k < 11; k++) {
    Value u = v[k];
    v[k] = v[k * 5 % 12];
    v[k * 5 % 12] = u;
  }
  double s = 0;
  for (int k = 0; k < 12; k++) s += read(v[k]) * x[k % n];
  return s;
}
