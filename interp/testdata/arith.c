// Integer and floating-point arithmetic of every width.
#include <stdint.h>
#include <stdio.h>

static volatile int one = 1;

static void ints(int64_t a, int64_t b) {
  int8_t a8 = (int8_t)a, b8 = (int8_t)(b | 1);
  int16_t a16 = (int16_t)a, b16 = (int16_t)(b | 1);
  int32_t a32 = (int32_t)a, b32 = (int32_t)(b | 1);
  uint8_t u8 = (uint8_t)a, v8 = (uint8_t)(b | 1);
  uint32_t u32 = (uint32_t)a, v32 = (uint32_t)(b | 1);
  uint64_t u64 = (uint64_t)a, v64 = (uint64_t)(b | 1);
  printf("%d %d %d %d\n", (int8_t)(a8 + b8), (int8_t)(a8 * b8), a8 / b8, a8 % b8);
  printf("%d %d %d %d\n", (int16_t)(a16 - b16), (int16_t)(a16 * b16), a16 / b16, a16 % b16);
  printf("%u %u %u %u\n", u32 + v32, u32 * v32, u32 / v32, u32 % v32);
  printf("%d %d\n", a32 >> (b32 & 7), (int)(u32 << (v32 & 31)));
  printf("%lu %lu %lu %lu\n", u64 + v64, u64 * v64, u64 / v64, u64 % v64);
  printf("%ld %ld\n", a / (b | 1), a % (b | 1));
  printf("%u %u %d\n", (unsigned)(uint8_t)(u8 + v8), u8 / v8, u8 < v8);
  printf("%lx %lx %lx %lx\n", u64 & v64, u64 | v64, u64 ^ v64, ~u64);
  printf("%d%d%d%d %d%d%d%d\n", a < b, a <= b, a > b, a >= b, u64 < v64, u64 <= v64, u64 > v64, u64 >= v64);
  unsigned __int128 w = (unsigned __int128)u64 * v64;
  __int128 s = (__int128)a * b;
  printf("%lx %lx %lx %lx\n", (uint64_t)(w >> 64), (uint64_t)w, (uint64_t)(s >> 64), (uint64_t)s);
  w = w * w + u64;
  printf("%lx %lx\n", (uint64_t)(w / (v64 | 1)), (uint64_t)(w % (v64 | 1)));
  printf("%d %d %d %d\n", __builtin_popcountll(u64), __builtin_clzll(u64 | 1), __builtin_ctzll(u64 | (1ull << 63)), (int)__builtin_bswap32(u32));
  int r;
  long r2;
  printf("%d ", __builtin_add_overflow(a32, b32, &r));
  printf("%d ", r);
  printf("%d ", __builtin_mul_overflow(a, b, &r2));
  printf("%ld ", r2);
  printf("%d %d\n", __builtin_sub_overflow(u32, v32, (unsigned *)&r), r);
}

static void floats(double x, double y) {
  float xf = (float)x, yf = (float)y;
  printf("%a %a %a %a\n", x + y, x - y, x * y, x / y);
  printf("%a %a %a %a\n", xf + yf, xf - yf, xf * yf, xf / yf);
  printf("%d%d%d%d%d%d\n", x < y, x <= y, x > y, x >= y, x == y, x != y);
  printf("%a %a %a\n", -x, (double)xf, (float)(x * yf));
  printf("%a %a %a %a\n", x < y ? x : y, x > y ? xf : yf, __builtin_fabs(x), __builtin_copysign(x, y));
  if (x > -1e9 && x < 1e9) printf("%d %ld %u\n", (int)x, (long)x, (unsigned)(x < 0 ? -x : x));
}

int main(void) {
  static const int64_t v[] = {0, 1, -1, 7, -7, 255, 256, -128, 65535, 2147483647, -2147483647 - 1, 0x123456789abcdefll, -0x7edcba9876543210ll};
  int n = (int)(sizeof v / sizeof *v);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) ints(v[i] * one, v[j] * one);
  static const double f[] = {0.0, -0.0, 1.0, -1.5, 0.1, 3.14159265358979, 1e300, -1e-300, 5e-324, 1e10, 16777217.0, 1.0 / 0.0, -1.0 / 0.0};
  n = (int)(sizeof f / sizeof *f);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) floats(f[i] * one, f[j] * one);
  for (int i = 0; i < 13; i++) {
    printf("%a %a %a %a\n", (double)v[i], (double)(uint64_t)v[i], (double)(float)v[i], (double)(float)(uint64_t)v[i]);
    printf("%a %a\n", (double)(__int128)v[i] * 3.0, (double)(float)((__int128)v[i] * 12345678901ll));
  }
  return 0;
}
