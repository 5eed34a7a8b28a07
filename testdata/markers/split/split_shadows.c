// A sweep that is given other shadows than its augmented primal: gradients go to
// those of the augmented primal, so that it has to stop.
// stops: 3 llad: the reverse half of the gradient of square was given other shadows than its augmented primal: gradients go to those
#include <stdio.h>
extern int enzyme_dup, enzyme_nofree;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
static void square(const double *x, double *y) { *y = *x * *x; }
int main(void)
{
    double x = 1.5, y, dx = 0, dy = 1, other = 0;
    void *tape = __enzyme_augmentfwd((void *)square, &x, &dx, &y, &dy);
    __enzyme_reverse((void *)square, &x, &dx, &y, &dy, enzyme_nofree, tape);
    printf("%g ", dx);
    fflush(stdout);
    dy = 1;
    __enzyme_reverse((void *)square, &x, &other, &y, &dy, tape);
    printf("%g %g\n", dx, other);
    return 0;
}
