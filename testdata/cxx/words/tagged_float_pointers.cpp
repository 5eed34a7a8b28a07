// Tagged values, floats or pointers to floats: functions that work on the floats copy the
// pointers too.

// llad: func f double
// llad: arg x dup double[4] {0.7,-0.4,1.3,0.2}
// llad: arg n const int 4

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

} // namespace

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
  return sum;
}
