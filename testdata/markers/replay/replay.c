// Tangents from a tape: what plain forward mode gives, though memory has changed
// since: overwritten arguments, memory made and freed inside, recursion, results
// through pointers, structs, several tangents at once, several times from one tape.
// link: -fsanitize=address
// prints: (once)(once)good
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int enzyme_dup, enzyme_const, enzyme_nofree, enzyme_tape, enzyme_allocated, enzyme_width, enzyme_primal_return, enzyme_const_return, enzyme_dupv;
int __enzyme_augmentsize(void *, ...);
#define N 6
struct tr { void *tape; double result; };
struct tr __enzyme_augmentfwd(void *, ...);
void *__enzyme_augmentfwd_v(void *, ...);
double __enzyme_fwdsplit(void *, ...);
void __enzyme_fwdsplit_v(void *, ...);
double __enzyme_fwddiff(void *, ...);
void __enzyme_fwddiff_v(void *, ...);
struct pair { double a, b; };
struct pair __enzyme_fwddiff_p(void *, ...);
struct pair __enzyme_fwdsplit_p(void *, ...);
struct trp { void *tape; struct pair result; };
struct trp __enzyme_augmentfwd_p(void *, ...);
struct big { double v[5]; };
struct big __enzyme_fwddiff_b(void *, ...);
struct big __enzyme_fwdsplit_b(void *, ...);
struct trb { void *tape; struct big result; };
struct trb __enzyme_augmentfwd_b(void *, ...);

static struct pair two(double x, double *y) { struct pair p = {x * y[0], y[1] / x}; y[0] = p.b; return p; }
static struct big five(double x, double *y) { struct big p; for (int k = 0; k < 5; k++) p.v[k] = pow(x, k) * y[k % 2]; y[0] = p.v[3]; return p; }
// several results through pointers
static double outs(double x, double *y) { int e; double m = frexp(x * y[0], &e), ip, fp = modf(y[1] * x, &ip); y[0] = ip; return m * fp + e + ip * x; }
// pointers chosen at run time, aliases, inactive memory through the same pointer
static const double table[4] = {0.5, 1.5, -2, 3};
static double choose(double x, double *y, double *c, int n) {
  double s = 0;
  for (int k = 0; k < n; k++) {
    const double *p = y[k % N] > 0 ? y : k % 2 ? c : table;
    s += p[k % 4] * x * s + p[(k + 1) % 4];
    if (s > 3) { c[k % 4] = k; s = 1 / s; }
    double *q = k % 3 ? y : c;
    q[k % 4] = k % 3 ? s : k;
  }
  return s;
}
// an array of pointers in local memory, a linked list
struct node { double v; struct node *next; };
static double list(double x, const double *y, int n) {
  struct node *head = 0;
  for (int k = 0; k < n; k++) {
    struct node *e = malloc(sizeof *e);
    e->v = y[k] * x; e->next = head; head = e;
  }
  double s = 1;
  for (struct node *e = head; e; e = e->next) s = s * e->v + sin(e->v);
  while (head) { struct node *e = head->next; free(head); head = e; }
  return s;
}
static double rows(const double *y, int n) {
  double **a = malloc(n * sizeof *a), s = 0;
  for (int k = 0; k < n; k++) { a[k] = malloc(n * sizeof **a); for (int j = 0; j < n; j++) a[k][j] = y[k] * y[j] * (k + 1); }
  for (int r = 0; r < 3; r++) for (int k = 0; k + 1 < n; k++) { double *t = a[k]; a[k] = a[k + 1]; a[k + 1] = t; a[k][k] *= a[k+1][r]; }
  for (int k = 0; k < n; k++) { for (int j = 0; j < n; j++) s += a[k][j] * cos(a[j][k]); }
  for (int k = 0; k < n; k++) free(a[k]);
  free(a);
  return s;
}
static void sortup(double *y, int n) {
  for (int k = 1; k < n; k++) for (int j = k; j > 0 && y[j] < y[j-1]; j--) { double t = y[j]; y[j] = y[j-1]; y[j-1] = t; }
  for (int k = 0; k < n; k++) y[k] *= 1 + 0.1 * k;
}
static double vla(const double *y, int n) {
  double s = 0;
  for (int k = 1; k < n; k++) { double t[k]; for (int j = 0; j < k; j++) t[j] = y[j] * y[k]; for (int j = 0; j < k; j++) s += t[j] * t[k - 1 - j] * s + t[j]; }
  return s;
}
static double state;
static double global(double x, int n) { state = x; for (int k = 0; k < n; k++) state = state * x + sin(state); return state * state; }
static int newton_steps;
static double root(double c) { double x = c; newton_steps = 0; while (fabs(x * x - c) > 1e-12 && newton_steps < 50) { x = 0.5 * (x + c / x); newton_steps++; } return x; }
static double viaset(const double *y, int n) { double t[16]; memset(t, 0, sizeof t); memcpy(t, y, n * sizeof *t); memmove(t + 1, t, n * sizeof *t); double s = 0; for (int k = 0; k <= n; k++) s += t[k] * t[(k * 3) % 16]; return s; }
struct deep { double *a; struct { float *b; int n; } in; };
static double through(struct deep *d) { double s = 0; for (int k = 0; k < d->in.n; k++) { s += d->a[k] * d->in.b[k]; d->in.b[k] = (float)s; d->a[k] = s * s; } return s; }
static double bits(double x) { union { double d; unsigned long u; } c = {x}; c.u &= ~(1ul << 63); return c.d * x + (double)(long)(x * 3); }
static double __attribute__((noinline)) quiet(int k) { printf(""); return k * 0.25; }
static double prints(double x, int n) { double s = x; for (int k = 0; k < n; k++) { s += quiet(k) * x; if (k == 2) printf("(once)"); } return s * x; }

static double power(double x, int n) { return n == 0 ? 1 : n % 2 ? x * power(x, n - 1) : power(x * x, n / 2); }
static void map(const double *x, double *y, int n, int steps)
{
    double *t = malloc(n * sizeof *t);
    for (int k = 0; k < n; k++) t[k] = x[k];
    for (int s = 0; s < steps; s++)
        for (int k = 0; k + 1 < n; k++) {
            double local[2] = {sin(t[k]), t[k + 1] * t[k]};
            t[k] = local[0] + 0.1 * local[1];
            t[k + 1] = 0.5 * t[k + 1] + local[1] * local[0];
        }
    y[0] = power(t[0], 5);
    y[1] = t[1] * t[n - 1];
    free(t);
}

// addresses copied out of memory that is constant
struct V { double *p; double w; int n; };
static double copies(double *x, const struct V *c, int n) {
  struct V l[2];
  double s = 0;
  for (int k = 0; k < n; k++) {
    l[k % 2] = c[k % 2];
    if (k % 3 == 1) l[k % 2].p = x;
    s += l[k % 2].p[l[k % 2].n + k] * x[k] * l[k % 2].w + s * s;
    x[k] *= s;
  }
  return s;
}

static int bad;
static void same(const char *what, const double *a, const double *b, int n) {
  for (int k = 0; k < n; k++) if (!(fabs(a[k] - b[k]) <= 1e-13 * (1 + fabs(a[k])))) { printf("%s[%d]: %.17g %.17g\n", what, k, a[k], b[k]); bad = 1; }
}
#define ARR double y[N] = {0.7, -1.3, 2.1, 0.4, 1.9, -0.6}, dy[N] = {1, 0.3, -0.2, 2, 0.9, 1.1}; \
  double y2[N], dy2[N], d0[N]; memcpy(y2, y, sizeof y); memcpy(dy2, dy, sizeof y); memcpy(d0, dy, sizeof y);
#define GONE memset(y, 0xff, sizeof y)
int main(void) {
  { ARR struct pair a = __enzyme_fwddiff_p((void*)two, 0.9, 1.0, y2, dy2); struct trp t = __enzyme_augmentfwd_p((void*)two, 0.9, y, dy);
    GONE;
    struct pair b = __enzyme_fwdsplit_p((void*)two, 5.0, 1.0, y, dy, t.tape); same("two", &a.a, &b.a, 2); same("two y", dy2, dy, N); }
  { ARR struct big a = __enzyme_fwddiff_b((void*)five, 0.9, 1.0, y2, dy2); struct trb t = __enzyme_augmentfwd_b((void*)five, 0.9, y, dy);
    GONE;
    struct big b = __enzyme_fwdsplit_b((void*)five, 0.9, 1.0, y, dy, t.tape); same("five", a.v, b.v, 5); same("five y", dy2, dy, N); 
    y[0] = 0.7; y[1] = -1.3; struct big w = five(0.9, y); same("five r", w.v, t.result.v, 5); }
  { ARR double a = __enzyme_fwddiff((void*)outs, 0.9, 1.0, y2, dy2); struct tr t = __enzyme_augmentfwd((void*)outs, 0.9, y, dy); GONE;
    double b = __enzyme_fwdsplit((void*)outs, 0.9, 1.0, y, dy, t.tape); same("outs", &a, &b, 1); same("outs y", dy2, dy, N); }
  { ARR double c[4] = {1, 2, 3, 4}, c2[4] = {1, 2, 3, 4}; double a = __enzyme_fwddiff((void*)choose, 0.9, 1.0, y2, dy2, enzyme_const, c2, 20); struct tr t = __enzyme_augmentfwd((void*)choose, 0.9, y, dy, enzyme_const, c, 20); GONE;
    memcpy(c, d0, sizeof c);
    double b = __enzyme_fwdsplit((void*)choose, 0.9, 1.0, y, dy, enzyme_const, c, 20, t.tape); same("choose", &a, &b, 1); same("choose y", dy2, dy, N); same("choose c", d0, c, 4); }
  { ARR double a = __enzyme_fwddiff((void*)list, 0.9, 1.0, y2, dy2, N); struct tr t = __enzyme_augmentfwd((void*)list, 0.9, y, dy, N); GONE;
    double b = __enzyme_fwdsplit((void*)list, 0.9, 1.0, y, dy, N, enzyme_nofree, t.tape); same("list", &a, &b, 1);
    b = __enzyme_fwdsplit((void*)list, 0.9, 1.0, y, dy, N, t.tape); same("list", &a, &b, 1); }
  { ARR double a = __enzyme_fwddiff((void*)rows, y2, dy2, N); struct tr t = __enzyme_augmentfwd((void*)rows, y, dy, N); GONE;
    double b = __enzyme_fwdsplit((void*)rows, y, dy, N, t.tape); same("rows", &a, &b, 1); }
  { ARR __enzyme_fwddiff_v((void*)sortup, y2, dy2, N); void *t = __enzyme_augmentfwd_v((void*)sortup, y, dy, N); GONE;
    __enzyme_fwdsplit_v((void*)sortup, y, dy, N, t); same("sort", dy2, dy, N); }
  { ARR double a = __enzyme_fwddiff((void*)vla, y2, dy2, N); struct tr t = __enzyme_augmentfwd((void*)vla, y, dy, N); GONE;
    double b = __enzyme_fwdsplit((void*)vla, y, dy, N, t.tape); same("vla", &a, &b, 1); }
  { double a = __enzyme_fwddiff((void*)global, 0.7, 1.0, 5); struct tr t = __enzyme_augmentfwd((void*)global, 0.7, 5); state = 7;
    double b = __enzyme_fwdsplit((void*)global, 0.7, 1.0, 5, t.tape); same("global", &a, &b, 1); }
  { double a = __enzyme_fwddiff((void*)root, 3.7, 1.0); struct tr t = __enzyme_augmentfwd((void*)root, 3.7); newton_steps = 99;
    double b = __enzyme_fwdsplit((void*)root, 3.7, 1.0, t.tape); same("root", &a, &b, 1); }
  { ARR double a = __enzyme_fwddiff((void*)viaset, y2, dy2, N); struct tr t = __enzyme_augmentfwd((void*)viaset, y, dy, N); GONE;
    double b = __enzyme_fwdsplit((void*)viaset, y, dy, N, t.tape); same("viaset", &a, &b, 1); }
  { ARR float f[3] = {1, 2, 3}, df[3] = {3, 2, 1}, f2[3] = {1, 2, 3}, df2[3] = {3, 2, 1}; struct deep s = {y, {f, 3}}, ds = {dy, {df, 3}}, s2 = {y2, {f2, 3}}, ds2 = {dy2, {df2, 3}};
    double a = __enzyme_fwddiff((void*)through, &s2, &ds2); struct tr t = __enzyme_augmentfwd((void*)through, &s, &ds); GONE; f[1] = 0; s.a = 0;
    double b = __enzyme_fwdsplit((void*)through, &s, &ds, t.tape); same("through", &a, &b, 1); same("through y", dy2, dy, N); bad |= df[2] != df2[2]; }
  { double a = __enzyme_fwddiff((void*)bits, -1.7, 1.0); struct tr t = __enzyme_augmentfwd((void*)bits, -1.7);
    double b = __enzyme_fwdsplit((void*)bits, -1.7, 1.0, t.tape); same("bits", &a, &b, 1); }
  { double a = __enzyme_fwddiff((void*)prints, -1.7, 1.0, 4); struct tr t = __enzyme_augmentfwd((void*)prints, -1.7, 4);
    double b = __enzyme_fwdsplit((void*)prints, -1.7, 1.0, 4, t.tape); same("prints", &a, &b, 1); }
  { ARR double e1[N] = {3, 1, 0, 2, 1, 0}; struct pair a = __enzyme_fwddiff_p((void*)list, enzyme_width, 2, 0.9, 1.0, 0.5, y2, dy2, e1, N);
    struct tr t = __enzyme_augmentfwd((void*)list, enzyme_width, 2, 0.9, y, dy, e1, N); GONE;
    struct pair b = __enzyme_fwdsplit_p((void*)list, enzyme_width, 2, 0.9, 1.0, 0.5, y, dy, e1, N, t.tape); same("wide", &a.a, &b.a, 2); }
  { ARR char *memory = malloc(__enzyme_augmentsize((void *)rows, enzyme_dup, enzyme_const)); double a = __enzyme_fwddiff((void*)rows, y2, dy2, N); __enzyme_augmentfwd_v((void*)rows, enzyme_allocated, 8, enzyme_tape, memory, y, dy, N); GONE;
    struct pair b = __enzyme_fwdsplit_p((void*)rows, enzyme_allocated, 8, enzyme_tape, memory, enzyme_primal_return, y, dy, N); same("allocated", &a, &b.b, 1); free(memory); }
  { ARR double u[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}; struct V c[2] = {{u, 0.1, 1}, {u + 1, 0.2, 0}};
    double a = __enzyme_fwddiff((void*)copies, y2, dy2, enzyme_const, c, 4); struct tr t = __enzyme_augmentfwd((void*)copies, y, dy, enzyme_const, c, 4); GONE; memset(c, 0, sizeof c);
    double b = __enzyme_fwdsplit((void*)copies, y, dy, enzyme_const, c, 4, t.tape); same("copies", &a, &b, 1); same("copies y", dy2, dy, N); }
  { ARR double o[2] = {9, 9}, a[2], b[2]; __enzyme_fwddiff_v((void*)map, y, dy, o, a, N, 500);
    void *t = __enzyme_augmentfwd_v((void*)map, y, (double *)0, o, (double *)0, N, 500); GONE;
    for (int k = 0; k < 3; k++) { b[0] = b[1] = 7; if (k < 2) __enzyme_fwdsplit_v((void*)map, (double *)0, dy, (double *)0, b, N, 500, enzyme_nofree, t);
      else __enzyme_fwdsplit_v((void*)map, (double *)0, dy, (double *)0, b, N, 500, t);
      same("map", a, b, 2); } }
  printf("%s\n", bad ? "BAD" : "good");
  return 0;
}
