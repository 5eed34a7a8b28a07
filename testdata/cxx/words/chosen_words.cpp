// Words that are numbers or addresses as a tag says, chosen among such and constants in
// functions that only move them, and put in order by functions that get them by value.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const int 6
struct Item {
  union { const double *p; double v; };
  int tag;
};

static __attribute__((noinline)) void make(Item *l, double *x, int n) {
  for (int k = 0; k < n; k++) {
    l[k].tag = k % 3;
    if (k % 3) l[k].v = x[k] * 2;
    else l[k].p = x + k;
  }
}

static __attribute__((noinline)) void pick(Item *to, const Item *l, int n) {
  for (int k = 0; k < n; k++) {
    to[k].tag = l[k].tag;
    if (l[k].tag == 0) to[k].p = l[k].p;
    else to[k].v = l[k].tag == 1 ? l[k].v : -1.5;
  }
}

static void insert(Item *l, int k, Item t) {
  for (; k > 0 && l[k - 1].tag < t.tag; k--) l[k] = l[k - 1];
  l[k] = t;
}

extern "C" double f(double *x, int n) {
  Item l[6], m[6], in[6];
  make(l, x, n);
  pick(m, l, n);
  for (int k = 0; k < n; k++) insert(in, k, m[k]);
  double s = 0;
  for (int k = 0; k < n; k++) s += (in[k].tag ? in[k].v * in[k].v : *in[k].p) * x[n - 1 - k];
  return s;
}
