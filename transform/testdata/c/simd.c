// What LowerCalls replaces, and what it leaves: operations of x86 across lanes,
// and aligned memory.
#include <immintrin.h>
#include <stdio.h>
#include <stdlib.h>

#define SSE __attribute__((target("sse4.1"), noinline))
#define AVX __attribute__((target("avx"), noinline))

static void showf(const char *name, const float *x, int n) {
  printf("%s", name);
  for (int i = 0; i < n; i++)
    x[i] == x[i] ? printf(" %a", x[i]) : printf(" nan");
  printf("\n");
}

static void showd(const char *name, const double *x, int n) {
  printf("%s", name);
  for (int i = 0; i < n; i++)
    x[i] == x[i] ? printf(" %a", x[i]) : printf(" nan");
  printf("\n");
}

SSE static void sse(const float *f, const double *d) {
  float o[4];
  double p[2];
  __m128 a = _mm_loadu_ps(f), b = _mm_loadu_ps(f + 4);
  __m128d c = _mm_loadu_pd(d), e = _mm_loadu_pd(d + 2);
#define F(op)                                                                  \
  _mm_storeu_ps(o, op(a, b));                                                  \
  showf(#op, o, 4)
#define D(op)                                                                  \
  _mm_storeu_pd(p, op(c, e));                                                  \
  showd(#op, p, 2)
#define dpps(x, y) _mm_dp_ps(x, y, 0xb5)
#define dppd(x, y) _mm_dp_pd(x, y, 0x32)
#define cvtsd2ss(x, y) _mm_cvtsd_ss(x, c)
#define cvtpd2ps(x, y) _mm_cvtpd_ps(c)
  F(_mm_hadd_ps);
  F(_mm_hsub_ps);
  F(_mm_addsub_ps);
  F(_mm_min_ss);
  F(_mm_max_ss);
  F(_mm_min_ps);
  F(_mm_max_ps);
  F(dpps);
  F(cvtsd2ss);
  F(cvtpd2ps);
  D(_mm_hadd_pd);
  D(_mm_hsub_pd);
  D(_mm_addsub_pd);
  D(_mm_min_sd);
  D(_mm_max_sd);
  D(dppd);
}

AVX static void avx(const float *f, const double *d) {
  float o[8];
  double p[4];
  __m256 a = _mm256_loadu_ps(f), b = _mm256_loadu_ps(f + 8);
  __m256d c = _mm256_loadu_pd(d), e = _mm256_loadu_pd(d + 4);
#undef F
#undef D
#define F(op)                                                                  \
  _mm256_storeu_ps(o, op(a, b));                                               \
  showf(#op, o, 8)
#define D(op)                                                                  \
  _mm256_storeu_pd(p, op(c, e));                                               \
  showd(#op, p, 4)
#define dp256(x, y) _mm256_dp_ps(x, y, 0xd3)
  F(_mm256_hadd_ps);
  F(_mm256_hsub_ps);
  F(_mm256_addsub_ps);
  F(dp256);
  D(_mm256_hadd_pd);
  D(_mm256_hsub_pd);
  D(_mm256_addsub_pd);
  _mm_storeu_ps(o, _mm256_cvtpd_ps(c));
  showf("cvtpd2ps", o, 4);
}

__attribute__((target("avx2"), noinline)) static void
avx2(const float *f, const double *d) {
  float o[8] = {0};
  double p[4] = {0};
  const long long few[4] = {-1, 0, 5, -7};
  const int where[8] = {3, 0, 7, 7, 2, 1, 6, 4};
  const long long where64[4] = {5, 5, 0, 2};
  __m256i mask = _mm256_loadu_si256((const __m256i *)few);
  __m256i at = _mm256_loadu_si256((const __m256i *)where);
  __m256i at64 = _mm256_loadu_si256((const __m256i *)where64);
  __m128i lowat = _mm256_castsi256_si128(at);
  __m256d old = _mm256_set1_pd(-3);
  _mm256_storeu_pd(p, _mm256_maskload_pd(d, mask));
  showd("maskload", p, 4);
  _mm256_maskstore_pd(p, mask, old);
  showd("maskstore", p, 4);
  _mm256_maskstore_ps(o, mask, _mm256_loadu_ps(f));
  showf("maskstore", o, 8);
  _mm256_storeu_pd(p, _mm256_i32gather_pd(d, lowat, 8));
  showd("gather.d", p, 4);
  _mm256_storeu_pd(p, _mm256_mask_i64gather_pd(old, d, at64,
                                               _mm256_castsi256_pd(mask), 8));
  showd("gather.q", p, 4);
  _mm256_storeu_ps(o, _mm256_i32gather_ps(f, at, 4));
  showf("gather.f", o, 8);
  _mm_storeu_ps(o, _mm256_i64gather_ps(f, at64, 4));
  showf("gather.qf", o, 4);
}

int main(void) {
  float f[16];
  double d[8];
  for (int i = 0; i < 16; i++)
    f[i] = (i * 7 % 5 - 2) / 3.0f + i;
  for (int i = 0; i < 8; i++)
    d[i] = (i * 7 % 5 - 2) / 3.0 - i;
  f[4] = __builtin_nanf("");
  d[2] = -0.0;
  sse(f, d);
  if (__builtin_cpu_supports("avx"))
    avx(f, d);
  if (__builtin_cpu_supports("avx2"))
    avx2(f, d);

  double *p = 0;
  void *q = 0;
  int e1 = posix_memalign((void **)&p, 64, 4 * sizeof(double));
  p[3] = 1.5;
  int e2 = posix_memalign(&q, 3, 8);
  printf("%d %d %d %g\n", e1, (int)((size_t)p % 64), e2 != 0, p[3]);
  free(p);
  return 0;
}
