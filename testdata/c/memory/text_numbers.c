// A reader of numbers and names that keeps its place in the struct that the number goes to.
// llad: func f double
// llad: arg x dup double[4] {0.5,1.25,-2,0.75}
// llad: tags strings struct
#include <stdlib.h>

struct reader {
  const char *text, *next;
  int kind;
  union {
    double number;
    const double *variable;
  };
};

static void token(struct reader *r, const double *x) {
  if (*r->next >= '0' && *r->next <= '9') {
    r->number = strtod(r->next, (char **)&r->next);
    r->kind = 1;
  } else if (*r->next >= 'a' && *r->next <= 'd') {
    r->variable = x + (*r->next++ - 'a');
    r->kind = 2;
  } else {
    r->kind = 0;
    r->next++;
  }
}

__attribute__((noinline)) static double value(struct reader *r, const double *x) {
  double s = 0, c = 1;
  while (*r->next) {
    token(r, x);
    if (r->kind == 1)
      c = r->number;
    else if (r->kind == 2)
      s += c * *r->variable * *r->variable;
  }
  return s;
}

double f(const double *x) {
  struct reader r;
  r.text = r.next = "3 a+4.5 b - 1e1c +2d";
  double s = value(&r, x);
  return s * x[1] + (double)(r.next - r.text);
}
