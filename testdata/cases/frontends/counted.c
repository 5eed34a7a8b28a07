/* an array as Numba makes it: a block that counts references, behind which its data stands, with Numba's own functions for it */
#include <stdint.h>
struct info { int64_t count; void (*end)(void *, int64_t, void *); void *extra; double *data; int64_t size; void *allocator; };
struct info *NRT_MemInfo_alloc_safe_aligned(int64_t, int32_t);
void NRT_MemInfo_call_dtor(struct info *);

static __attribute__((noinline)) void gain(struct info *a) {
  if (a) __atomic_fetch_add(&a->count, 1, __ATOMIC_RELAXED);
}

static __attribute__((noinline)) void lose(struct info *a) {
  if (a && __atomic_fetch_sub(&a->count, 1, __ATOMIC_RELAXED) == 1) NRT_MemInfo_call_dtor(a);
}

double f(struct info *held, const double *x, int n) {
  double s = 0;
  gain(held);
  for (int k = 1; k <= 3; k++) {
    struct info *a = NRT_MemInfo_alloc_safe_aligned(n * sizeof(double), 32);
    if (!a) return -1;
    for (int i = 0; i < n; i++) a->data[i] = k * x[i] * x[i];
    gain(a);
    for (int i = 0; i < n; i++) s += a->data[i] * a->data[n - 1 - i];
    lose(a);
    lose(a);
  }
  lose(held);
  return s;
}
