// Derivatives with respect to variables: registered shadows, contexts.
// prints: 13 9 3 9 | 26 18 | 25 52 3 21 | 71 8 8 | 0 0 5 | 2 12 18 | 32 32 | 6 20 | 117 4 | 7
#include <stdio.h>
#include "llad.h"
extern int enzyme_context, enzyme_width, enzyme_nocache;
void *__enzyme_context(int);
void *__enzyme_shadow(void *, void *, int);
void __enzyme_zero_shadows(void *);
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
struct two { double a, b; };
struct two __enzyme_fwddiff_two(void *, ...);
struct two __enzyme_autodiff_two(void *, ...);

// Registered by a macro and by an annotation.
static double scale = 2, dscale;
LLAD_SHADOW(scale, dscale)
static double doffset;
__attribute__((annotate("enzyme_shadow", &doffset))) static double offset = 1;
__attribute__((noinline)) static double line(double x) { return scale * x * x + offset * x; }

// A variable that is written: what it holds in the end is an output.
static double state[2] = {1, 5};
static double step(double x)
{
    double y = state[0] * x;
    state[0] = y * x + state[1];
    return y;
}

// Variables of which nobody asks for the shadow count too.
static double factor = 2, weights[2] = {3, 5}, hidden = 7;
static int count;
static double poly(double x)
{
    count++;
    return factor * (weights[0] + weights[1]) * x * x + hidden * x;
}

// A union that the compiler spells as an integer.
static union { long bits; double value; } either = {0};
static double with_union(double x) { return either.value * x; }

// The gradient of a gradient: each in its context.
static double slope(double x)
{
    void *inner = __llad_context(1);
    *(double *)__llad_shadow(inner, &factor, 0) = 0;
    return __llad_reverse((void *)poly, llad_context, inner, x) - hidden;
}

// Another has its own shadows.
static double elsewhere(double x)
{
    void *c = __enzyme_context(1);
    __enzyme_zero_shadows(c);
    __enzyme_autodiff((void *)poly, enzyme_context, c, x);
    return *(double *)__enzyme_shadow(c, &hidden, 0);
}

int main(void)
{
    double d = __enzyme_autodiff((void *)line, 3.0);
    printf("%g %g %g ", d, dscale, doffset);
    dscale = 1, doffset = 0;
    printf("%g | ", __enzyme_fwddiff((void *)line, 3.0, 0.0));
    dscale = 0;
    d = __enzyme_autodiff((void *)line, 3.0) + __enzyme_autodiff((void *)line, 3.0);
    printf("%g %g | ", d, dscale);

    // The adjoint of state[0] in the end is 3: y = 4 s, state = 16 s + t.
    void *c = __enzyme_context(1);
    double *ds = __enzyme_shadow(c, state, 0);
    ds[0] = 3;
    d = __enzyme_autodiff((void *)step, enzyme_context, c, 4.0); // s + 3 * 2 s x
    printf("%g %g %g %g | ", d, ds[0], ds[1], state[0]);

    void *p = __enzyme_context(1);
    int k = count; // not a constant
    double *dw = __enzyme_shadow(p, &weights[k], 0);
    for (int i = 1; i <= 2; i++) {
        __enzyme_zero_shadows(p);
        d = __enzyme_autodiff((void *)poly, enzyme_context, p, (double)i);
    }
    printf("%g %g %g | ", d, dw[0], dw[1]);
    __enzyme_zero_shadows(p);
    printf("%g %g %g | ", dw[0], dw[1], elsewhere(5.0));

    void *w = __enzyme_context(2);
    double *d0 = __enzyme_shadow(w, &scale, 0), *d1 = __enzyme_shadow(w, &offset, 1);
    *d0 = 2.0 / 9, *d1 = 4;
    struct two t = __enzyme_fwddiff_two((void *)line, enzyme_context, w, 3.0, 0.0, 0.0);
    printf("%g %g %g | ", t.a, t.b, dscale);
    __enzyme_zero_shadows(w);
    void *o = __llad_context(1);
    double *df = (double *)__llad_shadow(o, &factor, 0);
    *df = 0;
    double xx = __enzyme_fwddiff((void *)slope, enzyme_context, o, 2.0, 1.0);
    *df = 1;
    double xf = __enzyme_fwddiff((void *)slope, enzyme_context, o, 2.0, 0.0);
    printf("%g %g | ", xx, xf);

    void *u = __llad_context(1);
    either.value = 6;
    d = llad_gradient(with_union, llad_context, u, 20.0);
    printf("%g %g | ", d, *(double *)__llad_shadow(u, &either, 0));

    void *s = __llad_context(1);
    __llad_zero_shadows(s);
    state[0] = 7, state[1] = 5;
    void *tape = __llad_augment((void *)step, llad_context, s, enzyme_nocache, 4.0);
    printf("%g ", state[0]);
    double g = __llad_sweep((void *)step, llad_context, s, enzyme_nocache, 4.0, 1.0, tape);
    printf("%g | ", *(double *)__llad_shadow(s, state, 0));
    printf("%g\n", g);
    return 0;
}
