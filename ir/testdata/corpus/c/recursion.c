/* Recursion, tail calls, many arguments, aliases, weak and hidden symbols. */
double fact(int n) { return n <= 1 ? 1.0 : n * fact(n - 1); }
int odd(unsigned n);
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

double many(double a, float b, int c, long d, short e, char f, double *g, float *h, long double i, unsigned char j) {
  return a + b + c + d + e + f + *g + *h + (double)i + j;
}

__attribute__((weak)) int weak_function(int x) { return x + 1; }
__attribute__((visibility("hidden"))) int hidden(int x) { return weak_function(x) * 2; }
int renamed(int) __attribute__((alias("hidden")));
__attribute__((section(".init.data"), aligned(64))) int placed[3] = {1, 2, 3};

static int ackermann(int m, int n) {
  if (m == 0)
    return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

int start(int n) { return ackermann(2, n) + renamed(n) + placed[n % 3]; }

struct pair { float x, y; };
struct pair swap(struct pair p) { return (struct pair){p.y, p.x}; }
struct triple { double x; long y; };
struct triple turn(struct triple t) { return (struct triple){(double)t.y, (long)t.x}; }
void sink(const volatile int *p) { (void)*p; }
