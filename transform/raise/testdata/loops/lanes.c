// Loops of constant numbers of iterations around loops that are unrolled: the lanes of vectors are their
// iterations, without loops of single iterations beside them, and the last vector may have a mask.
#include <stdio.h>

#define KERNEL __attribute__((noinline)) void

KERNEL product(const double *restrict w, const double *restrict x, double *restrict y) {
  for (int r = 0; r < 64; r++) {
    double s = x[16 + r];
    for (int j = 0; j < 16; j++)
      s += w[r * 16 + j] * x[j];
    y[r] = s;
  }
}

static void largest(const double *in, int planes, int w, double *out) {
  for (int k = 0; k < planes; k++)
    for (int y = 0; y < w / 2; y++)
      for (int x = 0; x < w / 2; x++) {
        double m = in[(k * w + 2 * y) * w + 2 * x];
        for (int dy = 0; dy < 2; dy++)
          for (int dx = 0; dx < 2; dx++) {
            double v = in[(k * w + 2 * y + dy) * w + 2 * x + dx];
            if (v > m)
              m = v;
          }
        out[(k * (w / 2) + y) * (w / 2) + x] = m;
      }
}

// Fifteen rows are two vectors of eight, the second with a mask.
KERNEL pool(const double *restrict in, double *restrict out) { largest(in, 8, 30, out); }

KERNEL rows(const double *restrict in, double *restrict out) {
  for (int r = 0; r < 200; r++) {
    const double *row = in + 24 * r;
    double s = 0, t = 0;
    for (int j = 0; j < 24; j++) {
      s += row[j];
      t += row[j] * row[j];
    }
    out[r] = s;
    out[200 + r] = t - s * s / 24;
  }
}

// A row depends on its number, and on what it was.
KERNEL updated(double *restrict a) {
  for (int r = 0; r < 200; r++) {
    double by = 0.01 * r;
    for (int j = 1; j < 24; j++)
      a[24 * r + j] += by * a[24 * r + j - 1];
  }
}

static double sum(const double *restrict w, const double *restrict x) {
  double total = 0;
  for (int r = 0; r < 64; r++)
    for (int j = 0; j < 16; j++)
      total += w[r * 16 + j] * x[j];
  return total;
}

static double x[7300], y[1800];

static void fill(void) {
  for (int i = 0; i < 7300; i++)
    x[i] = ((i * 37) % 101 - 50) / 16.0;
  for (int i = 0; i < 1800; i++)
    y[i] = i;
}

static void show(const char *name) {
  printf("%s", name);
  for (int i = 0; i < 1800; i++)
    printf(" %.17g", y[i]);
  for (int i = 0; i < 4800; i += 7)
    printf(" %.17g", x[i]);
  printf("\n");
}

#define RUN(name, ...) (fill(), name(__VA_ARGS__), show(#name))

int main(void) {
  RUN(product, x, x + 7, y);
  RUN(pool, x, y);
  RUN(rows, x, y);
  RUN(updated, x);
  fill();
  printf("%.17g\n", sum(x, x + 3));
}
