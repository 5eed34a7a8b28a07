// Everything under the project's own names.
// prints: 6 | 9 6 | 24 | 5 | 0.5 | 30 | 13 | 300 | 8 24 | 6
#include <stdio.h>
#include <stdlib.h>
#include "llad.h"
struct tape_result { void *tape; double result; };
struct tape_result __llad_augment_result(void *, ...);
struct two { double a, b; };
struct two __llad_batch_two(void *, ...);
struct two __llad_forward_two(void *, ...);
int __llad_call_inactive_int(void *, ...);
void __llad_reverse_void(void *, ...);

static double square(double x) { return x * x; }
static void cube(double *x) { *x = *x * *x * *x; }
static int steps(double x) { return (int)x; }
static double stepped(double x) { return x * __llad_call_inactive_int((void *)steps, x); }
LLAD_LIKE("log1p") static double alike(double x) { return x + 2; }
static double likewise(double x) { return alike(x); }

LLAD_RULE static double rule(double x) { return x * 2; }
static double *rule_augmented(double x) { double *t = malloc(sizeof *t); *t = x; return t; }
static double rule_gradient(double x, double d, double *t) { double g = d * *t * 10; free(t); return g; }
LLAD_GRADIENT(rule, rule_augmented, rule_gradient)
static struct two rule_tangent(double x, double dx) { return (struct two){x * 2, 100 * dx}; }
LLAD_DERIVATIVE(rule, rule_tangent)
static double ruled(double x) { return rule(x); }

LLAD_INACTIVE static double hidden(double x) { return x + 1; }
static double seen(double x) { return x * x + hidden(x) * x; }
LLAD_INACTIVE_VARIABLE static double kept = 1;
struct call { double (*f)(double); double x; };
__attribute__((noinline)) static double run(struct call *c) { return c->f(c->x); }
static double mixed(double *x, double *y) { return *x * *y; }

int main(void)
{
    llad_tape_limit = 1 << 20;
    printf("%g | ", llad_gradient(square, 3.0));
    struct tape_result t = __llad_augment_result((void *)square, 3.0);
    printf("%g %g | ", t.result, __llad_sweep((void *)square, 3.0, 1.0, t.tape));
    double x = 2, dx = 2;
    void *memory = malloc(__llad_tape_size((void *)cube, llad_dup));
    __llad_augment((void *)cube, llad_dup, &x, &dx, llad_allocated, 8, llad_tape, memory);
    __llad_sweep((void *)cube, llad_dup, &x, &dx, llad_allocated, 8, llad_tape, memory);
    free(memory);
    printf("%g | ", dx);
    printf("%g | ", llad_gradient(stepped, 5.5));
    printf("%g | ", llad_gradient(likewise, 1.0));
    printf("%g | ", llad_gradient(ruled, 3.0));
    printf("%g | ", llad_gradient(seen, 4.0) * kept);
    printf("%g | ", llad_tangent(ruled, 3.0, 3.0));
    struct two b = __llad_batch_two((void *)square, llad_width, 2, 2.0, 4.0);
    struct two w = __llad_forward_two((void *)square, llad_width, 2, 4.0, 1.0, 3.0);
    printf("%g %g | ", w.a * b.a / 4, w.b);
    struct call c = {square, 3}, dc = {(double (*)(double))__llad_table((void *)square), 0};
    double y = 3, dy = 0, u = 2, du = 0;
    __llad_reverse_void((void *)run, &c, &dc);
    __llad_reverse_void((void *)mixed, llad_dup, &y, llad_dup, &u, llad_interleave, &dy, &du);
    printf("%g\n", dc.x * dy * du / 6);
    llad_tape_release();
    return 0;
}
