// Loops that add to neighbouring elements: of rows that are apart, that are the same and
// that overlap, upwards and downwards, with gaps, of few iterations and of many.
#include <stdio.h>
#include <string.h>

__attribute__((noinline)) void three(double *p, double *q, double *d, long n) {
  for (long i = n; i > 0; i--) {
    double v = d[i];
    d[i] = 0;
    p[i + 1] += v * 0.5;
    p[i] -= v * 1.25;
    p[i - 1] += v;
    q[i] += 3 * v;
  }
}

__attribute__((noinline)) double gaps(double *p, const double *d, int n) {
  double last = 0;
  for (int i = 0; i < n; i++) {
    double v = d[i] * (i + 1);
    p[i + 5] = (p[i + 5] + v) - 0.25;
    p[i + 2] += last;
    p[i] -= v;
    last = v;
  }
  return last;
}

struct body { double x, y, z, m; };

__attribute__((noinline)) void members(struct body *b, const double *d, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    b[i].x += d[i];
    b[i + 1].x -= d[i];
    b[i + 1].y += d[i] * 2;
    b[i].y -= d[i] + 1;
    b[i].m *= 1.5;
  }
}

// Two changes of an element in one iteration: what stands between them may be of the
// same element for all that the compiler knows.
__attribute__((noinline)) void twice(double *p, double *q, const double *d, long n) {
  for (long i = 0; i < n; i++) {
    p[i] += d[i];
    p[i + 1] += d[i] * 0.5;
    q[i] = d[i + 1];
    p[i] += d[i + 1];
    p[i + 1] -= 2;
    q[i + 1] = d[i] * 2;
  }
}

__attribute__((noinline)) void read(double *p, double *d, long n) {
  for (long i = 1; i < n; i++) {
    p[i + 1] += d[i];
    d[i] = p[i - 1];
    p[i] += d[i] * 0.5;
  }
}

static double a[200], b[200], c[200];

static void fill(void) {
  for (int i = 0; i < 200; i++) {
    a[i] = i * 0.37 - 3;
    b[i] = 1.0 / (i + 1);
    c[i] = (i % 7) * 0.1;
  }
}

static void show(const char *what) {
  double s = 0, t = 1;
  for (int i = 0; i < 200; i++) {
    s += a[i] * (i + 1) + b[i] * (i * 0.5) - c[i];
    t = t * 0.9375 + a[i] - b[i] * c[i];
  }
  printf("%s %a %a\n", what, s, t);
}

int main(void) {
  for (int n = 0; n < 60; n = n < 20 ? n + 1 : n + 13) {
    fill(), three(a, b, c, n), show("apart");
    fill(), three(a, a, c, n), show("same");
    fill(), three(a, b, a, n), show("own");
    fill(), three(a, b, a + n + 3, n), show("behind");
    fill(), three(a, b, a + n, n), show("meets");
    fill(), three(a + 40, a + 41, a + 2, n), show("overlaps");
    fill(), three(a + 3, b, a + 40, n), show("below");
    fill();
    printf("%a ", gaps(a, b, n));
    show("gaps");
    fill();
    printf("%a ", gaps(a, a + 1, n));
    show("gaps of one");
    fill(), members((struct body *)a, b, n / 2), show("members");
    fill(), members((struct body *)a, a + 2, n / 2), show("members of one");
    fill(), twice(a, b, c, n), show("twice");
    fill(), twice(a, a + 1, b, n), show("twice of one");
    fill(), twice(a, b, a + 1, n), show("twice its own");
    fill(), read(a, b, n), show("read");
    fill(), read(a, a + 1, n), show("read of one");
  }
  return 0;
}
