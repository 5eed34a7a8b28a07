// Choices between vectors that are spelt with bits: and, andnot and or with the
// results of comparisons, as intrinsics for x86 do.
// llad: func f double
// llad: arg x dup double[16] range(0.3,1.7)
// llad: arg z dup float[8] range(0.3,1.7)
// llad: tags vector float nowiden
// llad: dottol 1e-5
// llad: difftol 1e-2
#include <emmintrin.h>

double f(const double *x, const float *z) {
  __m128d a = _mm_loadu_pd(x), b = _mm_loadu_pd(x + 2), c = _mm_loadu_pd(x + 4), d = _mm_loadu_pd(x + 6);
  __m128d m = _mm_cmplt_pd(a, b), k = _mm_cmpgt_pd(c, _mm_set1_pd(0.9));
  __m128d r = _mm_or_pd(_mm_and_pd(m, c), _mm_andnot_pd(m, d));
  r = _mm_mul_pd(r, _mm_or_pd(_mm_andnot_pd(k, a), _mm_and_pd(k, b)));
  __m128d both = _mm_and_pd(m, k);
  r = _mm_add_pd(r, _mm_and_pd(_mm_mul_pd(a, d), both));
  r = _mm_add_pd(r, _mm_and_pd(_mm_or_pd(m, k), b));
  __m128d size = _mm_andnot_pd(_mm_set1_pd(-0.0), _mm_sub_pd(a, c));
  r = _mm_mul_pd(r, _mm_xor_pd(_mm_set1_pd(-0.0), size));
  __m128 p = _mm_loadu_ps(z), q = _mm_loadu_ps(z + 4);
  __m128 s = _mm_cmple_ps(p, q);
  p = _mm_or_ps(_mm_and_ps(s, p), _mm_andnot_ps(s, _mm_mul_ps(q, q)));
  double out[2];
  float some[4];
  _mm_storeu_pd(out, r);
  _mm_storeu_ps(some, p);
  return out[0] * out[1] + some[0] * some[1] + some[2] * some[3];
}
