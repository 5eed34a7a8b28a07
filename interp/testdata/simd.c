// Intrinsics of SSE and AVX2.
#include <immintrin.h>
#include <stdio.h>

static void show(const char *what, const void *p, int n, int d) {
  printf("%s", what);
  for (int i = 0; i < n; i++) printf(" %a", d ? ((const double *)p)[i] : ((const float *)p)[i]);
  printf("\n");
}
#define PD(what, e) do { __m256d r_ = (e); show(what, &r_, 4, 1); } while (0)
#define PS(what, e) do { __m256 r_ = (e); show(what, &r_, 8, 0); } while (0)
#define PD2(what, e) do { __m128d r_ = (e); show(what, &r_, 2, 1); } while (0)
#define PS4(what, e) do { __m128 r_ = (e); show(what, &r_, 4, 0); } while (0)

__attribute__((target("avx2"))) static void avx(void) {
  static double m[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  __m256d a = _mm256_set_pd(1.5, -2.25, 3, 0.1), b = _mm256_set_pd(-4, 5.5, 1.0 / 3, 7);
  __m256 f = _mm256_set_ps(1, 2, 3, 4, 5.5f, -6, 7, 0.1f), g = _mm256_set_ps(-1, 2.5f, 0.3f, 4, 5, 6, -7, 8);
  PD("addsub", _mm256_addsub_pd(a, b));
  PD("hadd", _mm256_hadd_pd(a, b));
  PD("hsub", _mm256_hsub_pd(a, b));
  PS("haddps", _mm256_hadd_ps(f, g));
  PS("dp", _mm256_dp_ps(f, g, 0x75));
  PD("min", _mm256_min_pd(a, b));
  PS("max", _mm256_max_ps(f, g));
  PD("blend", _mm256_blendv_pd(a, b, b));
  PD("round", _mm256_round_pd(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC));
  __m256i k = _mm256_set_epi64x(-1, 0, -1, 0);
  PD("maskload", _mm256_maskload_pd(m + 1, k));
  _mm256_maskstore_pd(m, k, b);
  show("maskstore", m, 8, 1);
  PD("gather", _mm256_i32gather_pd(m, _mm_set_epi32(7, 0, 3, 5), 8));
  PS4("narrow", _mm256_cvtpd_ps(a));
  printf("%d %d\n", _mm256_movemask_pd(a), _mm256_movemask_ps(g));
}

__attribute__((target("sse4.1"))) static void sse(void) {
  __m128d a = _mm_set_pd(1.5, -2.25), b = _mm_set_pd(0.1, 4);
  __m128 f = _mm_set_ps(1, 2, 3, 4.5f), g = _mm_set_ps(-1, 2.5f, 0.3f, 4);
  PD2("addsub", _mm_addsub_pd(a, b));
  PD2("hadd", _mm_hadd_pd(a, b));
  PS4("hsub", _mm_hsub_ps(f, g));
  PD2("dp", _mm_dp_pd(a, b, 0x31));
  PS4("dpps", _mm_dp_ps(f, g, 0xf3));
  PS4("min", _mm_min_ss(f, g));
  PD2("max", _mm_max_sd(a, b));
  PS4("cvt", _mm_cvtsd_ss(f, a));
  PS4("narrow", _mm_cvtpd_ps(a));
  printf("%d %d %d\n", _mm_cvtsd_si32(a), _mm_cvttss_si32(f), _mm_movemask_pd(a));
}

int main(void) {
  sse();
  avx();
  return 0;
}
