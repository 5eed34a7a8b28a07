// Addresses and numbers in the same words, the address shown first, behind a tag: made by a
// function, sorted by value in a vector, and again by hand, of which each is moved in
// parts.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const int 6
#include <algorithm>
#include <vector>

struct Item {
  int tag;
  union { const double *p; double v; };
};

static __attribute__((noinline)) Item make(double *x, int n, int k, double *products) {
  Item u;
  u.tag = k % 3 == 0;
  if (u.tag) {
    products[k] = x[k % n] * x[1];
    u.p = products + k;
  } else {
    u.v = x[k % n] * (2 + k % 2);
  }
  return u;
}

extern "C" double f(double *x, int n) {
  double products[20];
  std::vector<Item> all(20);
  for (int k = 0; k < 20; k++) all[k] = make(x, n, k * 7 % 20, products);
  std::sort(all.begin(), all.end(), [](const Item &a, const Item &b) { return (a.tag ? 0.05 : a.v) > (b.tag ? 0.05 : b.v); });
  Item list[20];
  std::copy(all.begin(), all.end(), list);
  for (int k = 1; k < 20; k++) {
    Item t = list[k];
    int j = k;
    for (; j > 0 && list[j - 1].tag < t.tag; j--) list[j] = list[j - 1];
    list[j] = t;
  }
  double s = 0;
  for (int k = 0; k < 20; k++) s += (list[k].tag ? *list[k].p : list[k].v * list[k].v) * (x[k % n] + 0.1 * k);
  return s;
}
