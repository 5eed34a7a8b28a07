// A stack machine whose values are doubles or integers, as a tag says; a sine in long double.
// llad: func f double
// llad: arg x dup double[3] range(0.5,1.25)
// llad: tags memory union loop longdouble
#include <math.h>

enum tag { REAL, INTEGER };
enum op { LOAD, PUSH, TWICE, EXCHANGE, ADD, MUL, SIN, REPEAT, END };

typedef struct {
  enum tag tag;
  union {
    double d;
    long i;
  } u;
} value;

typedef struct {
  enum op op;
  value v;
} instruction;

static value real(double d) {
  value v = {REAL, {.d = d}};
  return v;
}

static value integer(long i) {
  value v;
  v.tag = INTEGER;
  v.u.i = i;
  return v;
}

static double number(value v) { return v.tag == INTEGER ? (double)v.u.i : v.u.d; }

double f(const double *x) {
  instruction p[] = {{PUSH}, {LOAD}, {TWICE}, {SIN}, {EXCHANGE}, {LOAD}, {MUL}, {PUSH}, {MUL}, {ADD}, {REPEAT}, {END}};
  p[0].v = integer(2);
  p[1].v = integer(0);
  p[5].v = integer(1);
  p[7].v = integer(3);
  p[10].v = integer(2);
  value s[16];
  int n = 0;
  for (int at = 0; p[at].op != END; at++)
    switch (p[at].op) {
    case LOAD:
      s[n++] = real(x[p[at].v.u.i]);
      break;
    case PUSH:
      s[n++] = p[at].v;
      break;
    case TWICE:
      s[n] = s[n - 1];
      n++;
      break;
    case EXCHANGE: {
      value t = s[n - 1];
      s[n - 1] = s[n - 2];
      s[n - 2] = t;
      break;
    }
    case ADD:
      n--;
      s[n - 1] = real(number(s[n - 1]) + number(s[n]));
      break;
    case MUL:
      n--;
      s[n - 1] = real(number(s[n - 1]) * number(s[n]));
      break;
    case SIN:
      s[n - 1] = real(sinl(number(s[n - 1])));
      break;
    case REPEAT:
      if (s[0].u.i-- > 0)
        at = p[at].v.u.i - 1;
      break;
    default:
      return 0;
    }
  return number(s[n - 1]) * x[2];
}
