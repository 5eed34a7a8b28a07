// Iterations of lists that keep most of what they keep in parts that few of them run: pairs within a cutoff, by one of three laws,
// with a loop, a call and an early end inside of the part, and calls before and behind it.
// llad: func f double
// llad: arg x dup double[8] {0.7,1.3,-0.4,1.9,0.55,1.1,1.6,-1.2}
// llad: arg n const int 8
#include <math.h>
#include <stdlib.h>

struct node {
  double at;
  int kind;
  struct node *next;
};

static __attribute__((noinline)) double damped(double r, int k) {
  double s = r;
  for (int i = 0; i < k; i++)
    s = sin(s) * r + 0.1 * s * s;
  return s;
}

static double law(int kind, double r2, double a) {
  double r = sqrt(r2);
  if (kind == 0) {
    double i2 = 1 / (r2 + 0.5), i6 = i2 * i2 * i2;
    return a * (i6 * i6 - i6) * exp(-r * i2);
  }
  if (kind == 1) {
    double e = exp(-a * (r - 1.1));
    return e * e * r - 2 * e * cos(r * e);
  }
  double s = 0, p = 1;
  for (int k = 0; k < 2 + (int)(4 * r); k++) {
    p *= r * 0.5;
    s += p * damped(p, k);
  }
  return s * a;
}

static double pairs(const struct node *l, double *last) {
  double sum = 0;
  for (const struct node *a = l; a; a = a->next)
    for (const struct node *b = a->next; b; b = b->next) {
      double d = damped(a->at - b->at, 1 + b->kind % 2), r2 = d * d;
      if (r2 > 0.8) {
        sum += 0.01 * d;
        continue;
      }
      double v = law((a->kind + b->kind) % 3, r2 + 0.01, a->at * b->at);
      if (v > 40)
        break;
      *last = 0.1 * sin(v) * *last + d;
      sum += sin(v) * sin(d) + 0.1 * damped(*last, 2);
      if (sum > 0.05) {
        sum = 0.01 * law(1, sum, d) + law(2, d * d + 0.1, 0.1 * sum);
        break;
      }
    }
  return sum;
}

double f(const double *x, int n) {
  struct node *l = 0;
  for (int i = 0; i < n; i++) {
    struct node *a = malloc(sizeof *a);
    a->at = x[i] * x[i] * 0.5, a->kind = i, a->next = l;
    l = a;
  }
  double last = x[0], s = pairs(l, &last);
  s = s * last + pairs(l->next, &last);
  while (l) {
    struct node *next = l->next;
    free(l);
    l = next;
  }
  return s;
}
