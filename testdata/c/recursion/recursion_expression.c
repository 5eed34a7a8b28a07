// An expression in prefix form: what a call keeps depends on the operator.
// llad: func f double
// llad: arg v dup double[6] range(0.5,1.5)
// llad: tags recursion
#include <math.h>
static const char code[] = "+*0s1/*23+4*5s0";

static double eval(const char **at, const double *v, int depth) {
  char op = *(*at)++;
  double scratch[4] = {0, 0, 0, 0}, a, b;
  switch (op) {
  case '+':
    a = eval(at, v, depth + 1);
    return a + eval(at, v, depth + 1);
  case '*':
    a = eval(at, v, depth + 1);
    b = eval(at, v, depth + 1);
    return a * b;
  case '/':
    a = eval(at, v, depth + 1);
    b = eval(at, v, depth + 1);
    scratch[depth & 3] = b;
    return a / scratch[depth & 3];
  case 's':
    return sin(eval(at, v, depth + 1));
  }
  return v[op - '0'];
}

double f(const double *v) {
  const char *at = code;
  return eval(&at, v, 0);
}
