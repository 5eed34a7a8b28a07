// One function for each mistake that the interpreter must find. Called by
// TestFaults with the argument 0, which the compiler does not know.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int table[4] = {1, 2, 3, 4};
static const int fixed[2] = {5, 6};
static int *escaped;
static double sink;
int undeclared(int);

__attribute__((noinline)) static int *local_address(int n) {
  int x[2] = {n, n + 1};
  escaped = x;
  return escaped;
}
__attribute__((noinline)) static int deep(int n) { return n < 0 ? 0 : deep(n + 1) + 1; }
static double take(double x) { return x; }

int heap_read_past(int z) { int *p = malloc(16); p[0] = 1; int r = p[z + 4]; free(p); return r; }
int heap_read_before(int z) { int *p = malloc(16); p[0] = 1; int r = p[z - 1]; free(p); return r; }
int heap_write_past(int z) { char *p = malloc(3); p[z + 3] = 1; free(p); return 0; }
int straddle(int z) { char *p = calloc(6, 1); long r = *(int *)(p + 4 + z); free(p); return (int)r; }
int stack_past(int z) { int a[3] = {1, 2, 3}; return a[z + 3]; }
int global_past(int z) { return table[z + 4]; }
int global_before(int z) { table[z - 1] = 3; return 0; }
int far_away(int z) { int *p = table; return p[(1l << 40) + z]; }
int null_read(int z) { int *p = z ? table : NULL; return *p; }
int null_field(int z) { struct { long a, b; } *p = z ? (void *)table : NULL; return (int)p->b; }
int wild(int z) { int *p = (int *)(uintptr_t)(0x123456789abcdf0l + z); return *p; }
int after_free(int z) { int *p = malloc(8); p[z] = 1; free(p); return p[z]; }
int after_realloc(int z) { int *p = malloc(8); p[0] = 7; int *q = realloc(p, 64); int r = p[z]; free(q); return r; }
int after_return(int z) { int *p = local_address(z); return p[z + 1]; }
int double_free(int z) { int *p = malloc(8 + z); free(p); free(p); return 0; }
int free_inside(int z) { char *p = malloc(8); free(p + 1 + z); return 0; }
int free_stack(int z) { int a[2] = {z}; int *volatile p = a; free(p); return a[0]; }
int free_global(int z) { int *volatile p = table + z; free(p); return 0; }
int free_wild(int z) { free((void *)(uintptr_t)(0x1000 + z)); return 0; }
int misaligned(int z) { char *p = malloc(16); memset(p, 0, 16); int r = *(int *)(p + 1 + z); free(p); return r; }
int read_only(int z) { *(int *)&fixed[z] = 3; return fixed[z]; }
int string_literal(int z) { char *s = (char *)"abc"; s[z] = 'x'; return s[0]; }
int overlap(int z) { char b[8] = "abcdefg"; memcpy(b + 1, b + z, 4); return b[2]; }
int copy_past(int z) { char *p = malloc(8), b[16] = ""; memcpy(p, b, 9 + z); free(p); return 0; }
int set_past(int z) { char *p = malloc(8); memset(p, 1, 9 + z); free(p); return 0; }
int undef_branch(int z) { int *p = malloc(8); int r = 0; if (p[z]) r = 1; free(p); return r; }
int undef_result(int z) { int *p = malloc(8); int r = p[z] + 1; free(p); return r; }
int undef_index(int z) { int *p = malloc(8); int r = table[p[z] & 1]; free(p); return r; }
int undef_switch(int z) { volatile int x; switch (x) { case 0: return 1; case 5: return 2; default: return z; } }
int undef_print(int z) { double *p = malloc(8); printf("%g\n", p[z]); free(p); return 0; }
int undef_argument(int z) { volatile double x; sink = take(x); return z; }
int undef_string(int z) { char *p = malloc(8); p[0] = 'a'; int r = (int)strlen(p) + z; free(p); return r; }
int undef_padding_read(int z) { struct { char c; int i; } s; s.c = 1; s.i = 2; return ((char *)&s)[1 + z] ? 1 : 0; }
int divide(int z) { return 5 / z; }
int remainder_(int z) { return 5 % z; }
int divide_overflow(int z) { volatile int m = INT32_MIN, d = z - 1; return m / d; }
int unreachable(int z) { if (z == 0) __builtin_unreachable(); return 1; }
int assumption(int z) { __builtin_assume(z > 0); return 1; }
int trap(int z) { if (!z) __builtin_trap(); return 0; }
int aborts(int z) { if (!z) abort(); return 0; }
int asserts(int z) { assert(z == 1); return 0; }
int exits(int z) { exit(z + 4); }
int no_body(int z) { return undeclared(z); }
int too_deep(int z) { return deep(z); }
int forever(int z) { volatile int x = z; while (x == 0) { } return 0; }
int bad_pointer_call(int z) { int (*f)(int) = (int (*)(int))(uintptr_t)&table; return f(z); }
int null_call(int z) { int (*volatile f)(int) = NULL; return f(z); }
int wrong_type_call(int z) { double (*volatile f)(double, double) = (double (*)(double, double))(void *)divide; return (int)f(z, 1); }
int too_much(int z) { char *p = malloc((1ul << 31) + (unsigned)z); p[0] = 1; return p[0]; }
int format_mismatch(int z) { printf("%s\n", z); return 0; }
int format_missing(int z) { printf("%d %d\n", z); return 0; }

// What must not be a fault.
int ok_partial_struct(int z) { struct { char c; int i; } s = {1, 2}, t; memcpy(&t, &s, sizeof t); return t.c + t.i + z; }
int ok_undef_unused(int z) { int *p = malloc(16); int q[4]; memcpy(q, p, 16); q[1] = 3; free(p); return q[1 + z]; }
int ok_undef_masked(int z) { unsigned char *p = malloc(4); p[1] = 7; unsigned v; memcpy(&v, p, 4); free(p); return (int)((v >> 8) & 0xff) + z; }
int ok_one_past(int z) { int *p = malloc(8), *e = p + 2, n = 0; for (int *q = p; q != e; q++) n++; free(p); return n + z; }
int ok_compare(int z) { int a[2]; return &a[1] > &a[0] && (uintptr_t)&a[1] - (uintptr_t)&a[0] == 4u + (unsigned)z; }
int ok_zero_bytes(int z) { char *p = malloc(0); memcpy(p, p, (size_t)z); memset(p, 0, (size_t)z); free(p); return 1; }
int ok_scope(int z) { int s = 0; for (int i = 0; i < 3; i++) { int a[4]; for (int j = 0; j < 4; j++) a[j] = i * j; s += a[3 + z]; } return s; }

// Leaks.
static int *kept;
static _Thread_local int *mine;
int leak(int z) { int *p = malloc(12); p[0] = z; p = calloc(5, 4); free(p); return 0; }
int leak_global(int z) { kept = malloc(8); kept[0] = z; int **q = malloc(8); *q = malloc(4); mine = (int *)q; return 0; }
