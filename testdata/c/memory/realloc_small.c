// Two floats, known one by one: a reallocation of constant size.
// llad: func f float
// llad: arg x out float 3
// llad: tags realloc heap
// llad: expect ret 6
// llad: expect grad x 2
#include <stdlib.h>
float f(float x)
{
    float *p = malloc(sizeof *p);
    p[0] = x;
    float *q = realloc(p, 2 * sizeof *q);
    q[1] = q[0] + x;
    float r = q[1];
    free(q);
    return r;
}
