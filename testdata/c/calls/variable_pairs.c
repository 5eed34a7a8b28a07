// Structs of floats and short vectors among variable arguments: they travel as vectors, in one register each, and in memory when those are used up.
// llad: func f double
// llad: arg x dup double[8] range(0.5,2)
// llad: arg n const int 8
// llad: tags call
#include <stdarg.h>

typedef double lanes __attribute__((vector_size(16)));

struct range {
  float low, high;
};

struct triple {
  float a, b, c;
};

static double total(const char *what, ...) {
  va_list l;
  double s = 0;
  va_start(l, what);
  for (; *what; what++) switch (*what) {
    case 'r': { struct range r = va_arg(l, struct range); s += 0.5 * s + r.low * r.high; break; }
    case 't': { struct triple t = va_arg(l, struct triple); s += t.a * t.b - t.c; break; }
    case 'v': { lanes v = va_arg(l, lanes); s += v[0] * v[1]; break; }
    case 'd': s *= va_arg(l, double); break;
    case 'i': s += va_arg(l, int); break;
    }
  va_end(l);
  return s;
}

static double of_range(struct range first, ...) {
  va_list l;
  va_start(l, first);
  struct range second = va_arg(l, struct range);
  lanes v = va_arg(l, lanes);
  va_end(l);
  return first.low * second.high + first.high * second.low + v[0];
}

double f(const double *x, int n) {
  struct range r = {(float)x[0], (float)(x[1] * x[2])}, q = {(float)x[3], 2};
  struct triple t = {(float)x[4], (float)x[5], (float)x[0]};
  lanes v = {x[6], x[7]};
  double s = total("ridtv", r, 3, x[1], t, v);
  s += total("vvvrtrdvri", v, v * x[0], v + x[1], r, t, q, x[2], v * v, r, 4);
  return s + of_range(r, q, v) + n;
}
