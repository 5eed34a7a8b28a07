// Unions of a number, the address of one, and a number behind a word of text, with a tag in
// front, that are made by a function, sorted, and copied to a vector.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const int 6
#include <algorithm>
#include <cstring>
#include <vector>

union Item {
  struct { char tag; double v; } number;
  struct { char tag; const double *p; } other;
  struct { char tag; char text[7]; double v; } named;
};

static __attribute__((noinline)) Item make(double *x, int n, int k, double *products) {
  Item u;
  std::memset(&u, 0, sizeof u);
  switch (k % 3) {
  case 0:
    u.number.v = x[k % n] * 2;
    break;
  case 1:
    u.other.tag = 1;
    products[k] = x[k % n] * x[1];
    u.other.p = products + k;
    break;
  default:
    u.named.tag = 2;
    u.named.text[1] = 'x';
    u.named.v = x[(k + 1) % n];
  }
  return u;
}

extern "C" double f(double *x, int n) {
  double products[20];
  Item all[20];
  for (int k = 0; k < 20; k++) all[k] = make(x, n, k * 7 % 20, products);
  std::sort(all, all + 20, [](const Item &a, const Item &b) { return a.number.tag > b.number.tag; });
  std::vector<Item> list(all, all + 20);
  double s = 0;
  for (int k = 0; k < 20; k++) {
    const Item &u = list[k];
    double w = x[k % n];
    s += u.number.tag == 0 ? u.number.v * u.number.v * w : u.number.tag == 1 ? *u.other.p * w : u.named.v * w * (u.named.text[1] == 'x');
  }
  return s;
}
