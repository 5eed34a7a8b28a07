// Memory made through variables that only functions write which nothing in the module
// calls, and through one such variable behind another.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: tags indirect heap loop
#include <math.h>
#include <stdlib.h>

static void *plain_get(size_t n) { return malloc(n); }
static void plain_end(void *p) { free(p); }

static void *(*get)(size_t) = plain_get;
static void (*end)(void *) = plain_end;

static void *many_get(size_t n, size_t each) { return get(n * each); }
static void many_end(void *p) { end(p); }

static void *(*get_many)(size_t, size_t) = many_get;
static void (*end_many)(void *) = many_end;

void use_plain(void *(*g)(size_t), void (*e)(void *)) {
  get = g ? g : plain_get;
  end = e ? e : plain_end;
}

void use_many(void *(*g)(size_t, size_t), void (*e)(void *)) {
  get_many = g ? g : many_get;
  end_many = e ? e : many_end;
}

double f(const double *x) {
  double *y = get_many(5, sizeof(double)), r = 0;
  y[0] = 1;
  for (int i = 0; i < 4; i++)
    y[i + 1] = y[i] * sin(x[i]) + x[3 - i] * x[i];
  for (int i = 0; i < 5; i++)
    r += y[i] * y[i];
  end_many(y);
  return r;
}
