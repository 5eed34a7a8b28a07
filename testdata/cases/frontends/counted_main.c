#include <math.h>
#include <stdint.h>
#include <stdio.h>
struct info { int64_t count; void *end, *extra; double *data; int64_t size; void *allocator; };
/* of Numba; derivatives have their own */
struct info *NRT_MemInfo_alloc_safe_aligned(int64_t n, int32_t align) { (void)n, (void)align; return 0; }
void NRT_MemInfo_call_dtor(struct info *a) { (void)a; }
double f_grad(struct info *, const double *, double *, int, double);
double f_jvp(struct info *, const double *, const double *, int, double *);
int main(void) {
  double x[] = {1, 2, 3, 5}, d[4] = {0}, dx[] = {1, -1, 0.5, 2}, want = 0, got = 0;
  struct info held = {1, 0, 0, x, sizeof x, 0};
  for (int i = 0; i < 4; i++) want += dx[i] * 14 * 4 * x[i] * x[3 - i] * x[3 - i]; /* s = 14 sum xi^2 xj^2 */
#ifdef GRAD
  f_grad(&held, x, d, 4, 1.0);
  for (int i = 0; i < 4; i++) got += d[i] * dx[i];
#else
  f_jvp(&held, x, dx, 4, &got);
#endif
  if (held.count != 1 || !(fabs(got - want) < 1e-9)) return printf("%.17g for %.17g\n", got, want), 1;
  puts("ok");
  return 0;
}
