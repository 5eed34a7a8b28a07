// Complex poles in an arena, a ring buffer of samples, constants read by strtod, work arrays from alloca.
#include <alloca.h>
#include <complex.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct arena { char *base; size_t used, size; };
static void *take(struct arena *a, size_t bytes, size_t align) {
  size_t at = (a->used + align - 1) & ~(align - 1);
  if (at + bytes > a->size) return NULL;
  a->used = at + bytes;
  return memset(a->base + at, 0, bytes);
}
#define NEW(a, type, n) ((type *)take(a, (n) * sizeof(type), _Alignof(type)))
struct pole { double complex where, residue; struct pole *next; char name[6]; float width; };
struct ring { double *slots; unsigned head, mask; };
static void ring_put(struct ring *r, double v) { r->slots[r->head++ & r->mask] = v; }
static double ring_at(const struct ring *r, unsigned back) { return r->slots[(r->head - 1 - back) & r->mask]; }
static size_t numbers(const char *text, double *out, size_t room) {
  size_t k = 0;
  char *end;
  while (k < room) {
    double v = strtod(text, &end);
    if (end == text) break;
    out[k++] = v;
    text = end + (*end == ',');
  }
  return k;
}
static double complex response(const struct pole *p, double w) {
  double complex h = 0;
  for (; p; p = p->next) h += p->residue / (I * w - p->where) + conj(p->residue) / (I * w - conj(p->where));
  return h;
}
double f(const double *x, size_t n) {
  struct arena a = {malloc(4096), 0, 4096};
  struct pole *poles = NULL;
  double *constants = alloca(8 * sizeof(double));
  size_t given = numbers("0.5, 1.25,2e-1,  3.0, end", constants, 8);
  for (size_t i = 0; i + 2 < n; i += 3) {
    char *pad = NEW(&a, char, 1 + i);
    pad[0] = 'p';
    struct pole *p = NEW(&a, struct pole, 1);
    p->where = -x[i] + I * (1 + x[i + 1]);
    p->residue = cexp(I * x[i + 2]) * constants[i / 3 % given];
    p->name[0] = pad[0];
    p->name[1] = (char)('0' + i / 3);
    p->width = 0.5f;
    p->next = poles;
    poles = p;
  }
  struct ring r = {NEW(&a, double, 8), 0, 7};
  double s = 0;
  for (int k = 0; k < 20; k++) {
    double complex h = response(poles, 0.2 * k);
    double v = creal(h) + 0.5 * cimag(h);
    if (k >= 3) v += 0.25 * sin(ring_at(&r, 2)) * ring_at(&r, 0);
    ring_put(&r, v);
    s += cabs(h) * 0.1;
  }
  double complex *spectrum = alloca(8 * sizeof *spectrum);
  for (int k = 0; k < 8; k++) {
    spectrum[k] = 0;
    for (int j = 0; j < 8; j++) spectrum[k] += ring_at(&r, (unsigned)j) * cexp(-2 * I * M_PI * j * k / 8);
  }
  for (int k = 1; k < 5; k++) s += creal(spectrum[k] * conj(spectrum[k])) * 0.01 + carg(spectrum[k] + 50.0);
  for (struct pole *p = poles; p; p = p->next) s += p->width * cabs(p->where) * (p->name[1] - '0' + 1);
  double complex z = csqrt(x[0] + I * x[1]) * cpow(x[2] + 0.1 * I, 1.5);
  s += creal(z) - cimag(z);
  free(a.base);
  return s;
}
