/* Switches, computed goto, setjmp, VLAs, inline assembly, atomics, complex numbers. */
#include <complex.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <string.h>

int classify(int c) {
  switch (c) {
  case 'a' ... 'f':
    return 1;
  case '0':
  case '9':
    return 2;
  case 1000:
    return c / 3;
  case -5:
    c *= 2;
  default:
    return c;
  }
}

int run(const unsigned char *code) {
  static void *const ops[] = {&&add, &&sub, &&halt};
  int acc = 0;
  goto *ops[*code++ % 3];
add:
  acc += *code++;
  goto *ops[*code++ % 3];
sub:
  acc -= *code++;
  goto *ops[*code++ % 3];
halt:
  return acc;
}

static jmp_buf env;
int guarded(int (*f)(int), int x) {
  volatile int tries = 0;
  if (setjmp(env))
    return -tries;
  tries++;
  return f(x);
}

double vla(int n) {
  double a[n], s = 0;
  memset(a, 0, sizeof a);
  for (int i = 0; i < n; i++)
    a[i] = i;
  for (int i = n; i-- > 0;)
    s += a[i];
  return s;
}

unsigned rotate(unsigned x) {
  unsigned y;
  __asm__("roll $3, %0" : "=r"(y) : "0"(x) : "cc");
  return y;
}

atomic_int shared;
int bump(_Atomic double *d) {
  int old = atomic_fetch_add(&shared, 3);
  int want = 7;
  atomic_compare_exchange_strong_explicit(&shared, &want, old, memory_order_acq_rel, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  *d = *d + 1.0;
  return atomic_load_explicit(&shared, memory_order_relaxed) + want;
}

double complex rotate2(double complex z, double t) { return z * cexp(I * t) + conj(z); }

_Thread_local int local_state = 4;
int __attribute__((noinline, cold)) thread_local_use(int k) { return local_state += k; }

__int128 wide(__int128 a, unsigned long long b) { return a * b + ((__int128)1 << 100); }

_Bool logic(int a, int b, _Bool c) { return (a < b && c) || (a == 3) != !c; }
