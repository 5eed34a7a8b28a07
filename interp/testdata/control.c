// Loops, switches, gotos, recursion, function pointers, variable arguments.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int even(unsigned n);
static int odd(unsigned n) { return n ? even(n - 1) : 0; }
static int even(unsigned n) { return n ? odd(n - 1) : 1; }
static double twice(double x) { return 2 * x; }
static double square(double x) { return x * x; }
typedef double (*fn)(double);
static fn table[] = {twice, square};

__attribute__((noinline)) static double sum(int n, ...) {
  va_list ap, ap2;
  va_start(ap, n);
  va_copy(ap2, ap);
  double s = 0;
  for (int i = 0; i < n; i++) s += i % 2 ? va_arg(ap, double) : va_arg(ap, int);
  for (int i = 0; i < n; i++) s += i % 2 ? va_arg(ap2, double) : va_arg(ap2, int);
  va_end(ap);
  va_end(ap2);
  return s;
}

static int classify(int c) {
  switch (c) {
    case 0: return 10;
    case 1:
    case 2: c += 5; /* fall through */
    case 3: return c * 2;
    case 1000: return -1;
    case -7: return -2;
    default: return c % 4 == 0 ? 4 : 0;
  }
}

static int gotos(int n) {
  int i = 0, s = 0;
again:
  if (i >= n) goto out;
  s += i;
  if (s % 3 == 0) {
    i += 2;
    goto again;
  }
  i++;
  goto again;
out:
  return s;
}

static int threaded(const unsigned char *p) {
  static void *ops[] = {&&inc, &&dbl, &&dec, &&end};
  int acc = 1;
  goto *ops[*p++];
inc: acc++; goto *ops[*p++];
dbl: acc *= 2; goto *ops[*p++];
dec: acc--; goto *ops[*p++];
end: return acc;
}

static _Thread_local int counter;
static int next(void) { static int calls; counter += 2; return ++calls + counter; }

int main(int argc, char **argv) {
  printf("%d %d %d\n", fib(17), even(10), odd(7));
  for (int i = -8; i < 8; i++) printf("%d ", classify(i * (i % 3 ? 1 : 125)));
  printf("\n%d %g\n", gotos(20), sum(7, 1, 2.5, 3, 4.5, 5, 6.5, 7));
  for (int i = 0; i < 4; i++) printf("%g ", table[i & 1](i + 0.5));
  unsigned char prog[] = {0, 1, 1, 2, 0, 0, 3};
  printf("\n%d\n", threaded(prog));
  int x = 27, steps = 0;
  do {
    x = x % 2 ? 3 * x + 1 : x / 2;
    steps++;
    if (steps > 200) break;
  } while (x != 1);
  printf("%d\n", steps);
  for (int i = 0; i < 5; i++) {
    if (i == 2) continue;
    printf("%d ", next());
  }
  unsigned h = 0;
  for (unsigned i = 0; i < 1000; i++) h = (h << 5 | h >> 27) ^ (i * 2654435761u);
  printf("%u\n", h);
  int *p = argc > 100 ? NULL : &x;
  printf("%d %d\n", p == &x, p && *p);
  if (argc < 100) exit(7);
  return argv == 0;
}
