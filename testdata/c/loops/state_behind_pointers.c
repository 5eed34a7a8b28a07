// Integers behind pointers that the reverse sweep computes back from what follows
// them, and some that it cannot.
// llad: func f double
// llad: decl typedef struct { unsigned long long lcg; unsigned xorshift[4]; unsigned short half; int counts[3], last; } source;
// llad: arg p dup double[4] {0.5,-0.25,0.75,1.125}
// llad: arg y dup double[5] {0.5,1.25,-0.75,0.25,0.625} inout
// llad: arg r const source[1] setup
// llad: arg steps const int 9
// llad: setup r->lcg = 12345; r->half = 17; r->last = -1; for (int k = 0; k < 4; k++) r->xorshift[k] = 7 * k + 1; for (int k = 0; k < 3; k++) r->counts[k] = 0;
// llad: tags loop integers
#include <math.h>
#include <stdint.h>

typedef struct {
    unsigned long long lcg;
    unsigned xorshift[4];
    unsigned short half;
    int counts[3], last;
} source;

static double uniform(source *r)
{
    r->lcg = r->lcg * 6364136223846793005u + 1442695040888963407u;
    return (double)(r->lcg >> 11) * 0x1p-53;
}

static double word(source *r)
{
    unsigned t = r->xorshift[3], s = r->xorshift[0];
    r->xorshift[3] = r->xorshift[2];
    r->xorshift[2] = r->xorshift[1];
    r->xorshift[1] = s;
    t ^= t << 11;
    t ^= t >> 8;
    return (r->xorshift[0] = t ^ s ^ s >> 19) * 0x1p-32;
}

static double half(source *r)
{
    if (r->half & 1)
        r->half = r->half * 75 + 74;
    else
        r->half = r->half / 2 + 1; // loses a bit
    return r->half * 0x1p-16;
}

static uint32_t state = 9;

double f(const double *p, double *y, source *r, int steps)
{
    double x = p[0];
    for (int t = 0; t < steps; t++)
        x = cos(x * uniform(r)) + p[1] * exp(x * word(r));
    for (int t = 0; t < steps; t++)
        for (int k = 0; k < 5; k++) {
            y[k] = y[k] * sin(p[2] * uniform(r)) + x * half(r);
            if (y[k] > 0.5)
                r->counts[t % 3]++; // which may be any of the three
            if (word(r) > 0.5)
                r->last = t;
        }
    for (int t = 0; t < steps; t++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        x = 0.5 * x + p[3] * cos(x + (state >> 8) * 0x1p-24) * (r->counts[0] - r->last) * 0.0625;
    }
    state = 9;
    return x + y[2];
}
