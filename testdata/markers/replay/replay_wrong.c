// A tape of another function.
// stops: 6 llad: tangents of 'cube' were to be taken from a tape that is none of it
#include <stdio.h>
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_fwdsplit(void *, ...);
static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
int main(void)
{
    void *other = __enzyme_augmentfwd((void *)cube, 3.0);
    void *tape = __enzyme_augmentfwd((void *)square, 3.0);
    printf("%g ", __enzyme_fwdsplit((void *)square, 3.0, 1.0, tape));
    fflush(stdout);
    tape = __enzyme_augmentfwd((void *)square, 3.0);
    printf("%g %p\n", __enzyme_fwdsplit((void *)cube, 3.0, 1.0, tape), other);
    return 0;
}
