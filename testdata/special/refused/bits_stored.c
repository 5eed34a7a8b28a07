// Bits of floats that are turned, taken apart or packed with a number before they are stored as integers, and
// become floats again where they are read: which of them tells BITS.
// llad: func f double
// llad: arg x dup double[6] range(0.5,2)
// llad: arg n const int 6
#include <stdint.h>
#include <string.h>
#define BARE __attribute__((noinline))

static uint64_t bits(double v) {
  uint64_t u;
  memcpy(&u, &v, 8);
  return u;
}

static double number(uint64_t u) {
  double v;
  memcpy(&v, &u, 8);
  return v;
}

#if BITS == 1
typedef uint64_t word;
BARE static void put(word *p, double v) { *p = __builtin_bswap64(bits(v)); }
BARE static double get(const word *p) { return number(__builtin_bswap64(*p)); }
#elif BITS == 2
typedef uint64_t word;
BARE static void put(word *p, double v) { *p = (bits(v) & ~255ull) | 3; }
BARE static double get(const word *p) { return number(*p & ~255ull); }
#elif BITS == 3
typedef uint64_t word;
static void put(word *p, double v) { *p = bits(v) << 13 | bits(v) >> 51; }
static double get(const word *p) { return number(*p << 51 | *p >> 13); }
#else
typedef struct { uint32_t half[2]; } word;
static void put(word *p, double v) { p->half[1] = ~(uint32_t)bits(v), p->half[0] = bits(v) >> 32; }
static double get(const word *p) { return number((uint64_t)p->half[0] << 32 | (uint32_t)~p->half[1]); }
#endif

double f(const double *x, int n) {
  word t[6];
  for (int i = 0; i < n; i++)
    put(t + i, x[i] * x[i]);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += get(t + n - 1 - i) * (i + 1);
  return s;
}
