/* Structs, unions, bit-fields, arrays, heap, string functions, function pointers. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  double value;
  struct node *next;
  char tag[3];
};

union bits {
  double d;
  unsigned long long u;
  struct {
    unsigned lo : 20;
    int mid : 7;
    unsigned char hi;
  } f;
};

struct __attribute__((packed)) packed {
  char c;
  double d;
  short s;
};

static struct packed table[4] = {{'a', 1.5, -1}, {'b', -0.0, 2}};
const char *const names[] = {"one", "two\n\"quoted\"", "\x01\xff"};
double weights[2][3] = {{1, 2, 3}, {0.1, 1e300, -5e-324}};
int counter;
extern double elsewhere;

static struct node *push(struct node *head, double v) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    abort();
  memset(n->tag, 'x', sizeof n->tag);
  n->value = v;
  n->next = head;
  return n;
}

double sum(int n, ...) {
  va_list ap;
  va_start(ap, n);
  struct node *head = NULL;
  for (int i = 0; i < n; i++)
    head = push(head, va_arg(ap, double));
  va_end(ap);
  double s = elsewhere;
  while (head) {
    struct node *next = head->next;
    s += head->value;
    free(head);
    head = next;
  }
  counter++;
  return s;
}

struct big {
  double a[8];
  int n;
};

struct big by_value(struct big b, union bits u) {
  b.a[b.n & 7] += u.d + u.f.mid + u.f.lo;
  struct big c = b;
  c.n--;
  return c;
}

typedef double (*unary)(double);
static double twice(double x) { return 2 * x; }
static double square(double x) { return x * x; }
static unary ops[] = {twice, square, 0};

double apply(int k, double x) {
  for (unary *p = ops; *p; p++)
    if (k-- == 0)
      return (*p)(x);
  printf("%s %g\n", names[k & 1], table[1].d + weights[1][2]);
  return x;
}

void *grow(void *p, size_t n) {
  void *q = realloc(p, n);
  if (q != p && q)
    memmove((char *)q + n / 2, q, n / 2);
  return q;
}
