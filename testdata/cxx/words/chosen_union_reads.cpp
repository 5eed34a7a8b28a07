// What is read at an address out of a union, or in the union's copy, as a tag says: optimised
// code reads at one of the two.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const int 6
struct Item {
  union { const double *p; double v; };
  int tag;
};

extern "C" double f(double *x, int n) {
  Item l[6];
  for (int k = 0; k < n; k++) {
    l[k].tag = k % 3;
    if (k % 3) l[k].v = x[k] * x[1];
    else l[k].p = x + k;
  }
  double s = 0;
  for (int k = 0; k < n; k++) {
    Item c = k % 2 ? l[k] : l[5 * k % n];
    const double *q = c.tag ? &c.v : c.p;
    s += *q * x[n - 1 - k];
  }
  return s;
}
