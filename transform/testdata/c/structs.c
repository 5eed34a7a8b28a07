// Structs by value, unions, small arrays, copies, memset, bit tricks.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct { double x, y, z; } vec;
typedef struct { float r, i; } cf;
typedef struct { int n; double v[3]; char tag; cf c; } mix;
typedef union { double d; uint64_t u; struct { float lo, hi; } f; } bits;
typedef struct { bool on; short s; long double q; } odd;
typedef struct { vec a, b; } pair;

vec add(vec a, vec b) { vec r = {a.x + b.x, a.y + b.y, a.z + b.z}; return r; }
cf mul(cf a, cf b) { cf r; r.r = a.r * b.r - a.i * b.i; r.i = a.r * b.i + a.i * b.r; return r; }
double dot(const vec *a, vec b) { vec c = *a; double t[3] = {c.x * b.x, c.y * b.y, c.z * b.z}; return t[0] + t[1] + t[2]; }
double fabs_bits(double x) { bits b; b.d = x; b.u &= 0x7fffffffffffffffull; return b.d; }
float low(double x) { bits b = {.d = x}; return b.f.lo + b.f.hi; }
mix change(mix m, int k) {
  mix r, t;
  memset(&r, 0, sizeof r);
  t = m;
  t.v[1] = m.v[0] + k;
  r = t;
  r.n++;
  r.c = mul(m.c, t.c);
  return r;
}
long double oddly(odd o) { odd p = o; if (p.on) p.q *= p.s; return p.q; }
pair swap(pair p) { pair q = {p.b, p.a}; pair *r = &q; r->a.y += 1; return q; }
int zeroed(int k) { int a[4]; memset(a, 0xff, sizeof a); a[1] = k; return a[0] + a[1] + a[2] * a[3]; }
double partly(int c) { vec v; if (c) v.x = 3; else v.y = 4; v.z = 5; return c ? v.x + v.z : v.y * v.z; }
uint32_t split(uint64_t u) { uint32_t p[2]; memcpy(p, &u, 8); uint16_t h[2]; memcpy(h, &p[1], 4); return p[0] ^ h[1]; }
double moved(void) { double a[4] = {1, 2, 3, 4}; memmove(a + 1, a, 3 * sizeof *a); return a[0] + 10 * a[1] + 100 * a[2] + 1000 * a[3]; }
int main(void) {
  vec a = {1, 2, 3}, b = {0.5, -1, 4}, s = add(a, b);
  printf("%g %g %g %g\n", s.x, s.y, s.z, dot(&a, b));
  cf u = {1.5f, 2}, v = {-0.25f, 3}, w = mul(u, v);
  printf("%g %g\n", w.r, w.i);
  printf("%g %g %g\n", fabs_bits(-2.5), fabs_bits(3), low(1.7));
  mix m = {3, {1, 2, 3}, 'q', {1, 2}}, r = change(m, 5);
  printf("%d %g %g %g %c %g %g\n", r.n, r.v[0], r.v[1], r.v[2], r.tag, r.c.r, r.c.i);
  odd o = {true, 3, 1.25L};
  printf("%Lg\n", oddly(o));
  o.on = false;
  printf("%Lg\n", oddly(o));
  pair p = {a, b};
  p = swap(p);
  printf("%g %g %g %g\n", p.a.x, p.a.y, p.b.x, p.b.z);
  printf("%d %g %g %u %g\n", zeroed(9), partly(0), partly(1), split(0x123456789abcdef0ull), moved());
  return 0;
}
