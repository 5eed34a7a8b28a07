// Updates of integers and pointers that the reverse sweep runs backwards.
// llad: func f double
// llad: arg p dup double[4] {0.5,-0.25,0.75,1.125}
// llad: arg q const double[4] {0.25,1.5,-0.5,0.875}
// llad: arg steps const int 11
// llad: tags loop integers
#include <stdint.h>

static uint64_t left(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
static double unit(uint64_t x) { return (double)(x >> 11) * 0x1p-53; }

static uint64_t shared = 99;

static double drawn(void)
{
    shared = shared * 6364136223846793005u + 1442695040888963407u;
    return unit(shared);
}

static double words(double a, double x, int steps)
{
    uint64_t lcg = 12345, xor64 = 88172645463325252u;
    uint32_t xor32 = 2463534242u, small = 7;
    uint16_t half = 17;
    uint8_t byte = 3;
    for (int t = 0; t < steps; t++) {
        lcg = lcg * 6364136223846793005u + 1442695040888963407u;
        xor64 ^= xor64 << 13;
        xor64 ^= xor64 >> 7;
        xor64 ^= xor64 << 17;
        xor32 ^= xor32 << 13;
        xor32 ^= xor32 >> 17;
        xor32 ^= xor32 << 5;
        small = (uint32_t)(small * 1664525ull + 1013904223);
        half = half * 75 + 74;
        byte = (uint8_t)(byte * 5 ^ 33);
        x = 0.75 * x + a * (unit(lcg) + unit(xor64) * (xor32 & 255) - small % 7 + half % 5 * 0.25 + byte);
    }
    return x;
}

static double vectors(double a, double x, int steps)
{
    uint64_t s[4] = {1, 2, 3, 4}, s0 = 5, s1 = 6;
    unsigned m = 0, n = 1;
    for (int t = 0; t < steps; t++) {
        uint64_t r = left(s[1] * 5, 7) * 9, h = s[1] << 17; // xoshiro256**
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= h;
        s[3] = left(s[3], 45);
        uint64_t v = s0, w = s1; // xorshift128+
        s0 = w;
        v ^= v << 23;
        s1 = v ^ w ^ (v >> 18) ^ (w >> 5);
        unsigned sum = m + n;
        m = n;
        n = sum;
        x = 0.5 * x + a * (unit(r) - unit(s0 + s1) + (m & 3));
    }
    return x;
}

static double remainders(double a, double x, const double *q, int steps)
{
    uint32_t minstd = 1;
    long old = 42;
    int around = 0, side = 0, up = 0;
    for (int t = 0; t < steps; t++) {
        minstd = (uint32_t)((uint64_t)minstd * 48271 % 2147483647);
        old = (old * 3877 + 29573) % 139968;
        around = (around + 1) % 3;
        if (++up == 4)
            up = 0;
        side = 1 - side;
        x = 0.5 * x + a * q[around] * q[up] * (minstd / 2147483647.0 + old / 139968.0 + side);
    }
    return x;
}

static double pointers(const double *u, const double *v, const double *w, double a, double x, int steps)
{
    uint32_t bits = 19;
    const double *at = u;
    for (int t = 0; t < steps; t++) {
        const double *h = u;
        u = v;
        v = w;
        w = h;
        bits = bits & 1 ? bits : bits; // as it is
        bits = (bits << 9 | bits >> 23) ^ t;
        x = 0.5 * x + a * u[0] * v[1] + w[2] * (bits & 7) + at[t % 2];
    }
    return x;
}

double f(const double *p, const double *q, int steps)
{
    double x = words(p[0], p[1], steps);
    x = vectors(p[1], x, steps);
    x = remainders(p[2], x, q, steps);
    x = pointers(p, p + 1, q, p[3], x, steps);
    shared = 99;
    for (int t = 0; t < steps; t++)
        x = 0.5 * x + p[0] * drawn();
    return x;
}
