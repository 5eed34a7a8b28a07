// Tagged values, doubles or pointers to floats, beside a float that has a derivative: functions
// that are called through a table work on the doubles and copy the pointers too. Elsewhere a
// variable of one class holds an object of another.

// llad: func f double
// llad: arg x dup double[4] {0.7,-0.4,1.3,0.2}
// llad: arg n const int 4
#include <new>

namespace {

struct Pair { double a, b; };
struct Value {
  bool number;
  union {
    double d;
    Pair *p;
  };
};
using Op = void (*)(Value *, const Value *);

__attribute__((noinline)) void twice(Value *to, const Value *from) {
  if (from->number) {
    to->number = true;
    to->d = from->d * 2;
  } else {
    *to = *from;
  }
}

__attribute__((noinline)) void square(Value *to, const Value *from) {
  if (from->number) {
    to->number = true;
    to->d = from->d * from->d;
  } else {
    *to = *from;
  }
}

Op ops[] = {twice, square};

struct Slots { void *links[4]; long n; };
struct Body { double a, b, rows[2]; long n; };
struct Store {
  Slots slots;
  Body *body() { return new (&slots) Body; }
};

double volume(Body *b, const double *x, int k) {
  b->a = x[k], b->b = x[k] * x[0], b->n = k + 1;
  b->rows[k % 2] = x[k] * x[k], b->rows[1 - k % 2] = x[0];
  for (int j = 0; j < 3; j++) b->rows[j % 2] *= b->a + j;
  return b->a * b->b * b->n + b->rows[k % 2] * b->rows[0];
}

}  // namespace

extern "C" double f(const double *x, int n) {
  Value from[4], to[4];
  Pair pairs[4];
  for (int k = 0; k < n; k++) {
    pairs[k] = {x[k], x[0] + k};
    from[k].number = k % 2 == 0;
    if (from[k].number)
      from[k].d = x[k];
    else
      from[k].p = &pairs[k];
  }
  for (int k = 0; k < n; k++) ops[k / 2 % 2](&to[k], &from[k]);
  double sum = 0;
  for (int k = 0; k < n; k++) sum += to[k].number ? to[k].d : to[k].p->a * to[k].p->b;
  for (int k = 0; k < n; k++) {
    Store s;
    sum += volume(s.body(), x, k);
  }
  float coarse = (float)x[1];
  return sum + coarse * 0.0078125f;
}
