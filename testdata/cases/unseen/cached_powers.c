// Powers of a matrix in a cache that is static and grows by realloc, work in alloca, factors read by strtod.
#include <alloca.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
enum { N = 3 };
struct entry { int power; double m[N][N]; };
static struct { struct entry *at; int len, cap; unsigned hits; } cache;
static struct entry *slot(int power) {
  for (int i = 0; i < cache.len; i++)
    if (cache.at[i].power == power) { cache.hits++; return &cache.at[i]; }
  return NULL;
}
static struct entry *grow(int power) {
  if (cache.len == cache.cap) {
    cache.cap = cache.cap ? cache.cap + 2 : 1;
    cache.at = realloc(cache.at, cache.cap * sizeof *cache.at);
  }
  struct entry *e = &cache.at[cache.len++];
  memset(e, 0, sizeof *e);
  e->power = power;
  return e;
}
static void multiply(double out[N][N], double a[N][N], double b[N][N]) {
  double(*t)[N] = alloca(sizeof(double[N][N]));
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      t[i][j] = 0;
      for (int k = 0; k < N; k++) t[i][j] += a[i][k] * b[k][j];
    }
  memcpy(out, t, sizeof(double[N][N]));
}
static void power_of(int p, double out[N][N]) {
  struct entry *e = slot(p);
  if (!e) {
    double half[N][N], rest[N][N];
    power_of(p / 2, half);
    power_of(p - p / 2, rest);
    e = grow(p);
    multiply(e->m, half, rest);
  }
  memcpy(out, e->m, sizeof e->m);
}
static void forget(void) {
  free(cache.at);
  memset(&cache, 0, sizeof cache);
}
double f(const double *x, size_t n) {
  const char *text = "0.5 0.25,1e-1 2 0.125";
  double *factors = alloca(n * sizeof *factors), s = 0;
  int count = 0;
  for (char *end; *text; text = *end ? end + 1 : end) factors[count++] = strtod(text, &end);
  struct entry *one = grow(1);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) one->m[i][j] = x[i * N + j] * 0.4;
  for (int k = 0; k < count; k++) {
    double m[N][N];
    power_of(k * 2 + 1, m);
    double trace = 0;
    for (int i = 0; i < N; i++) trace += m[i][i];
    s += factors[k] * trace + m[0][N - 1] * x[9 + k % 3];
  }
  s += (double)cache.hits * x[11];
  forget();
  return s;
}
