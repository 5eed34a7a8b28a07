// Forward mode with threads that wait for each other: tangents pass from thread to thread as values do.
// prints: tangents: 4 of 4 right
// link: -lpthread
#include <math.h>
#include <pthread.h>
#include <stdio.h>
extern int enzyme_dup, enzyme_const;
void __enzyme_fwddiff(void *, ...);
enum { N = 4 };
static pthread_barrier_t barrier;
static double o[N], d_o[N], s[N], d_s[N], x[N] = {.3, .5, .7, 1.1}, d_x[N] = {1, -2, 0.5, 3};

__attribute__((noinline)) static void scaled(double *o, const double *x, double *s, double a, long i) {
  s[i] = a * x[i];
  pthread_barrier_wait(&barrier);
  o[i] = s[i] * s[(i + 1) % N];
  pthread_barrier_wait(&barrier);
  s[i] = 0;
}

static void *thread(void *p) {
  __enzyme_fwddiff((void *)scaled, enzyme_dup, o, d_o, enzyme_dup, x, d_x, enzyme_dup, s, d_s, enzyme_dup, 1.3, 0.7, enzyme_const, (long)p);
  return 0;
}

int main(void) {
  pthread_t t[N];
  int right = 0;
  pthread_barrier_init(&barrier, 0, N);
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, thread, (void *)i);
  for (long i = 0; i < N; i++) pthread_join(t[i], 0);
  for (int i = 0; i < N; i++) {
    int j = (i + 1) % N;
    double want = 2 * 1.3 * 0.7 * x[i] * x[j] + 1.3 * 1.3 * (d_x[i] * x[j] + x[i] * d_x[j]);
    right += fabs(d_o[i] - want) < 1e-12 && fabs(o[i] - 1.69 * x[i] * x[j]) < 1e-12;
  }
  printf("tangents: %d of %d right\n", right, N);
  return 0;
}
