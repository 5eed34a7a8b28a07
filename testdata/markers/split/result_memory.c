// Functions that return memory which they made: tangents are behind the shadow that forward
// mode gives, adjoints are put into the one that the augmented primal gives.
// prints: 1 4 9, 2 40 600 | 1 4 9 | 2 8 18 | 0, 2 4 6
#include <stdio.h>
#include <stdlib.h>
extern int enzyme_dup, enzyme_const, enzyme_primal_return, enzyme_const_return;
typedef struct {
    double *primal, *shadow;
} pair;
typedef struct {
    void *tape;
    double *primal, *shadow;
} augmented;
pair __enzyme_fwddiff(void *, ...);
augmented __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
void __enzyme_autodiff(void *, ...);
static double *squares(const double *a, int n)
{
    double *r = malloc(n * sizeof *r);
    for (int i = 0; i < n; i++)
        r[i] = a[i] * a[i];
    return r;
}
static double *moved(double *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] *= a[i];
    return a + 1;
}
int main(void)
{
    double a[3] = {1, 2, 3}, da[3] = {1, 10, 100};
    pair p = __enzyme_fwddiff((void *)squares, enzyme_primal_return, enzyme_dup, a, da, enzyme_const, 3);
    printf("%g %g %g, %g %g %g | ", p.primal[0], p.primal[1], p.primal[2], p.shadow[0], p.shadow[1], p.shadow[2]);
    free(p.primal);
    free(p.shadow);
    double ga[3] = {0, 0, 0};
    augmented g = __enzyme_augmentfwd((void *)squares, enzyme_dup, a, ga, enzyme_const, 3);
    printf("%g %g %g | ", g.primal[0], g.primal[1], g.primal[2]);
    for (int i = 0; i < 3; i++)
        g.shadow[i] = i + 1;
    __enzyme_reverse((void *)squares, enzyme_dup, a, ga, enzyme_const, 3, g.tape);
    printf("%g %g %g | ", ga[0], ga[1], ga[2]);
    double none[3] = {0, 0, 0};
    __enzyme_autodiff((void *)squares, enzyme_const_return, enzyme_dup, a, none, enzyme_const, 3);
    double seeds[3] = {1, 1, 1};
    __enzyme_autodiff((void *)moved, enzyme_dup, a, seeds, enzyme_const, 3);
    printf("%g, %g %g %g\n", none[0], seeds[0], seeds[1], seeds[2]);
    return 0;
}
