// Active floats, addresses and structs among the variable arguments that functions take apart themselves, or by a va_list.
// llad: func f double
// llad: arg x dup double[8] range(0.5,2)
// llad: arg n const int 8
// llad: tags call
#include <math.h>
#include <stdarg.h>

struct pair {
  double a, b;
};

struct wide {
  double v[4];
};

static double listed(int n, va_list l) {
  double s = 0;
  for (int i = 0; i < n; i++) s = 0.5 * s + va_arg(l, double);
  return s;
}

static double kinds(const char *what, ...) {
  va_list l, again;
  double s = 0;
  va_start(l, what);
  va_copy(again, l);
  for (; *what; what++) switch (*what) {
    case 'd': s += sin(va_arg(l, double)); break;
    case 'p': s += *va_arg(l, const double *); break;
    case 'i': s *= va_arg(l, int); break;
    case 'l': s += (double)(va_arg(l, long double) * s); break;
    case 's': { struct pair p = va_arg(l, struct pair); s += p.a * p.b; break; }
    case 'w': { struct wide w = va_arg(l, struct wide); s += w.v[0] * w.v[3]; break; }
    case 'v': { va_list rest; va_copy(rest, l); s += listed(3, rest); va_end(rest); break; }
    }
  s += va_arg(again, double);
  va_end(again);
  va_end(l);
  return s;
}

static double most(int n, ...) {
  va_list l;
  va_start(l, n);
  double m = va_arg(l, double);
  for (int i = 1; i < n; i++) {
    double v = va_arg(l, double);
    m = v * v > m ? m + v : m * v;
  }
  va_end(l);
  return n > 3 ? m + most(3, m, m * m, 0.5) : m;
}

double f(const double *x, int n) {
  struct pair p = {x[0] * x[1], x[2]};
  struct wide w = {{x[3], x[4], x[5], x[6] * x[0]}};
  double s = kinds("ddipswld", x[0], x[1], 3, &x[2], p, w, (long double)x[4], x[5]);
  s += kinds("dddddddddpdv", x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[0] * x[1], &x[3], x[2], x[1], x[2], x[3] * x[4]);
  for (int i = 0; i + 4 < n; i++) s += most(5, x[i], x[i + 1], x[i + 2], x[i + 3], x[i + 4]) * (i + 1);
  return s;
}
