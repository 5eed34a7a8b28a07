// A class of the program's own that holds an object of any type, in place or behind a pointer,
// and is managed through a pointer to a function.

// llad: func f double
// llad: arg x dup double[4] {0.7,-0.4,1.3,0.2}
// llad: arg n const int 4
// llad: cflags -fno-strict-aliasing
#include <new>

namespace {

struct Any {
  void (*manage)(Any *to, const Any *from, int what);
  union {
    void *behind;
    char within[8];
  };
};
enum { address, clone, destroy };

struct Small { double v; };
struct Big { double v, w; };

__attribute__((noinline)) void manageSmall(Any *to, const Any *from, int what) {
  if (what == address) {
    to->behind = (void *)from;
  } else if (what == clone) {
    to->manage = from->manage;
    new (to->within) Small(*(const Small *)from->within);
  }
}

__attribute__((noinline)) void manageBig(Any *to, const Any *from, int what) {
  if (what == address) {
    to->behind = from->behind;
  } else if (what == clone) {
    to->manage = from->manage;
    to->behind = new Big(*(const Big *)from->behind);
  } else {
    delete (Big *)to->behind;
  }
}

double value(const Any &a) {
  Any at;
  a.manage(&at, &a, address);
  if (a.manage == manageSmall) return ((const Small *)((const Any *)at.behind)->within)->v;
  return ((Big *)at.behind)->v * ((Big *)at.behind)->w;
}

} // namespace

extern "C" double f(const double *x, int n) {
  Any list[4], copies[4];
  for (int i = 0; i < n; i++) {
    if (i % 2) {
      list[i].manage = manageSmall;
      new (list[i].within) Small{x[i]};
    } else {
      list[i].manage = manageBig;
      list[i].behind = new Big{x[i], x[i] + 1};
    }
  }
  for (int i = 0; i < n; i++) list[i].manage(&copies[i * 3 % 4], &list[i], clone);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (i + 1) * value(copies[i]);
  for (int i = 0; i < n; i++) {
    copies[i].manage(&copies[i], nullptr, destroy);
    list[i].manage(&list[i], nullptr, destroy);
  }
  return sum;
}
