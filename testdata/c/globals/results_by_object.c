// A static table of results beside objects of classes by hand, cleared first: objects are too many to be told apart, and those of the call before stand in it.
// llad: func f double
// llad: arg x dup double[5] range(0.5,1.5)
// llad: arg n const int 5
// llad: tags static class
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#define NOINLINE __attribute__((noinline)) static
typedef struct obj obj;
typedef struct class {
  const char *name; size_t size; const struct class *super;
  void (*init)(obj *, va_list *); void (*fini)(obj *); double (*eval)(const obj *, double);
} class;
struct obj { const class *k; int refs; };
typedef struct { obj o; double c; } number;
typedef struct { obj o; int op; obj *a, *b; } pair;
typedef struct { obj o; int n; double *co; char sign; } poly;
typedef struct { pair p; double g; double (*fn)(double); } apply;
NOINLINE obj *new(const class *k, ...) {
  obj *o = calloc(1, k->size); o->k = k; o->refs = 1;
  va_list ap; va_start(ap, k); k->init(o, &ap); va_end(ap);
  return o;
}
NOINLINE obj *ref(obj *o) { o->refs++; return o; }
NOINLINE void unref(obj *o) {
  if (o && --o->refs == 0) { for (const class *k = o->k; k; k = k->super) if (k->fini) k->fini(o); free(o); }
}
NOINLINE void initnumber(obj *o, va_list *ap) { ((number *)o)->c = va_arg(*ap, double); }
NOINLINE double evalnumber(const obj *o, double t) { return ((number *)o)->c; }
NOINLINE void initvar(obj *o, va_list *ap) {}
NOINLINE double evalvar(const obj *o, double t) { return t; }
NOINLINE void initpair(obj *o, va_list *ap) { pair *p = (pair *)o; p->op = va_arg(*ap, int); p->a = va_arg(*ap, obj *); p->b = va_arg(*ap, obj *); }
NOINLINE void finipair(obj *o) { unref(((pair *)o)->a); unref(((pair *)o)->b); }
NOINLINE double evalpair(const obj *o, double t) {
  const pair *p = (const pair *)o;
  double a = p->a->k->eval(p->a, t), b = p->b ? p->b->k->eval(p->b, t) : 0;
  switch (p->op) { case '+': return a + b; case '*': return a * b; case '/': return b == 0 ? 0 : a / b; default: return -a; }
}
NOINLINE void initpoly(obj *o, va_list *ap) {
  poly *p = (poly *)o; p->n = va_arg(*ap, int); p->co = malloc(p->n * sizeof(double));
  for (int i = 0; i < p->n; i++) p->co[i] = va_arg(*ap, double);
  p->sign = va_arg(*ap, int);
}
NOINLINE void finipoly(obj *o) { free(((poly *)o)->co); }
NOINLINE double evalpoly(const obj *o, double t) { const poly *p = (const poly *)o; double s = 0; for (int i = p->n; i--;) s = s * t + p->co[i]; return p->sign == '-' ? -s : s; }
extern const class Number, Var, Pair, Poly, Apply;
NOINLINE void initapply(obj *o, va_list *ap) { apply *p = (apply *)o; Pair.init(o, ap); p->g = va_arg(*ap, double); p->fn = va_arg(*ap, double (*)(double)); }
NOINLINE double evalapply(const obj *o, double t) { const apply *p = (const apply *)o; return p->g * p->fn(Pair.eval(o, t)); }
NOINLINE double square(double a) { return a * a; }
const class Number = {"number", sizeof(number), 0, initnumber, 0, evalnumber}, Var = {"var", sizeof(obj), 0, initvar, 0, evalvar},
  Pair = {"pair", sizeof(pair), 0, initpair, finipair, evalpair}, Poly = {"poly", sizeof(poly), 0, initpoly, finipoly, evalpoly},
  Apply = {"apply", sizeof(apply), &Pair, initapply, 0, evalapply};
static struct { double key, value; const obj *o; int ok; } memo[4];
NOINLINE double value(const obj *o, double t) {
  int h = (int)(t * 8) & 3;
  if (memo[h].ok && memo[h].key == t && memo[h].o == o) return memo[h].value;
  double v = o->k->eval(o, t);
  memo[h].key = t; memo[h].value = v; memo[h].o = o; memo[h].ok = 1;
  return v;
}
double f(const double *x, int n) {
  memset(memo, 0, sizeof memo);
  obj *all[6] = {0}; int m = 0; double r = 0;
  obj *v = all[m++] = new(&Var), *c = all[m++] = new(&Number, x[0]), *p = all[m++] = new(&Poly, 4, x[1], x[2], 0.5, x[3], '-');
  obj *s = all[m++] = new(&Pair, '+', ref(p), new(&Pair, '*', ref(v), ref(c)));
  obj *a = all[m++] = new(&Apply, '/', ref(s), new(&Pair, '+', new(&Number, 3.0), new(&Pair, '*', ref(v), ref(v))), x[4], tanh);
  all[m++] = new(&Apply, '-', ref(a), (obj *)0, 1.5, square);
  for (int k = 0; k < 7; k++) { double t = 0.25 * k; r += value(a, t) * (k + 1) + value(s, t) * 0.1 + value(a, t) + value(all[5], 0.3); }
  while (m--) unref(all[m]);
  return r;
}
