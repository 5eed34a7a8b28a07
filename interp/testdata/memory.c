// Structs, unions, arrays, pointers, bit fields, the heap, memcpy, strings.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { double x, y; };
struct mixed { char c; short s; int i; long l; float f; double d; char tail; };
struct bits { unsigned a : 3; int b : 7; unsigned long c : 40; };
struct list { struct list *next; int val; };
struct big { double v[8]; int n; };
union pun { double d; uint64_t u; float f[2]; unsigned char b[8]; };
struct __attribute__((packed)) pk { char c; double d; int i; };

static struct point add(struct point a, struct point b) { return (struct point){a.x + b.x, a.y + b.y}; }
__attribute__((noinline)) static struct big scale(struct big b, double s) {
  for (int i = 0; i < b.n; i++) b.v[i] *= s;
  return b;
}
__attribute__((noinline)) static struct mixed mk(int i) { return (struct mixed){(char)i, (short)(i * 2), i * 3, i * 4L, i * 0.5f, i * 0.25, 'z'}; }

static int table[3][4] = {{1, 2, 3}, {4, 5, 6, 7}};
static const char *names[] = {"zero", "one", "two"};
static struct mixed gm = {'x', 1, 2, 3, 4.5f, 5.5, 'y'};
static int *inner = &table[1][2];
static struct { int (*f)(const char *); const char *s; } calls[] = {{puts, "first"}, {puts, "second"}};

static int cmp(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return (x > y) - (x < y); }

int main(void) {
  struct point p = add((struct point){1, 2}, (struct point){3, 4});
  printf("%g %g\n", p.x, p.y);
  struct big b = {{1, 2, 3, 4, 5, 6, 7, 8}, 8}, b2 = scale(b, 1.5);
  for (int i = 0; i < 8; i++) printf("%g ", b.v[i] + b2.v[i]);
  struct mixed m = mk(7), m2;
  memcpy(&m2, &m, sizeof m);
  printf("\n%d %d %d %ld %g %g %c %zu\n", m2.c, m2.s, m2.i, m2.l, m2.f, m2.d, m2.tail, offsetof(struct mixed, d));
  struct bits bt = {5, -3, 0x12345678ull};
  bt.b -= 10;
  bt.c *= 3;
  printf("%u %d %lu\n", bt.a, bt.b, (unsigned long)bt.c);
  union pun u = {.d = 3.25};
  u.b[0] ^= 1;
  printf("%lx %a %a\n", (unsigned long)u.u, u.d, u.f[1]);
  struct pk k = {'a', 2.5, 9};
  struct pk *kp = &k;
  kp->d += 1;
  printf("%c %g %d %zu\n", kp->c, kp->d, kp->i, sizeof k);
  struct list *head = NULL;
  for (int i = 0; i < 10; i++) {
    struct list *n = malloc(sizeof *n);
    n->next = head;
    n->val = i * i;
    head = n;
  }
  int sum = 0;
  while (head) {
    struct list *n = head->next;
    sum = sum * 3 + head->val;
    free(head);
    head = n;
  }
  printf("%d %s %s %d %c %g\n", sum, names[1], names[2], *inner, gm.c, gm.d);
  table[2][3] = table[0][1] + inner[1];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++) printf("%d ", table[i][j]);
  for (int i = 0; i < 2; i++) calls[i].f(calls[i].s);
  double *a = calloc(20, sizeof *a);
  for (int i = 0; i < 20; i++) a[i] += (i * 7) % 20 - 3.5;
  a = realloc(a, 40 * sizeof *a);
  for (int i = 20; i < 40; i++) a[i] = a[i - 20] * 2;
  qsort(a, 40, sizeof *a, cmp);
  for (int i = 0; i < 40; i++) printf("%g ", a[i]);
  memmove(a + 1, a, 39 * sizeof *a);
  memset(a + 5, 0, 3 * sizeof *a);
  for (int i = 0; i < 10; i++) printf("%g ", a[i]);
  free(a);
  char buf[64];
  strcpy(buf, "hello");
  strcat(buf, ", world");
  printf("\n%s %zu %d %d %d\n", buf, strlen(buf), strcmp(buf, "hello") > 0, memcmp(buf, "hello", 5), strncmp(buf, "help", 3));
  sprintf(buf, "%05d|%-8s|%+.3e|%x", 42, "ab", 12345.678, 255u);
  puts(buf);
  int n = 5 + (int)strlen(names[0]);
  double vla[n][3];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++) vla[i][j] = i * 10 + j;
  double t = 0;
  for (int i = 0; i < n; i++) t += vla[i][i % 3];
  printf("%g\n", t);
  uintptr_t ip = (uintptr_t)&table[1][0];
  ip += 4;
  printf("%d %td\n", *(int *)ip, &table[2][1] - &table[0][0]);
  return 3;
}
