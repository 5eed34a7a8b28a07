// The wave equation reversed by a driver as a person writes it, with the
// snapshots of -cache ctz (slots 0) or binomial. The step and its gradient are
// those of the generated program, so that the drivers are compared.
#include "cache.h"
#include <stdlib.h>
#include <string.h>

void step(const double *restrict c2, double *restrict u, const double *restrict v, int size);
void step_grad(const double *c2, double *dc2, double *u, double *du, const double *v, double *dv, int size);

struct held { long at; int swapped; double *data; };

static const double *c2;
static int size, count, unused, slots;
static long hand;
static double *a, *b, *u, *v, *spare[64];
static struct held held[64];

static void advance(long k)
{
    for (long t = 0; t < k; t++) {
        step(c2, u, v, size);
        double *w = u;
        u = v;
        v = w;
    }
    hand += k;
}

static void save(double *to)
{
    memcpy(to, a, size * sizeof *a);
    memcpy(to + size, b, size * sizeof *b);
}

static void load(const double *from, int swapped)
{
    memcpy(a, from, size * sizeof *a);
    memcpy(b, from + size, size * sizeof *b);
    u = swapped ? b : a;
    v = swapped ? a : b;
}

static void snapshot(void)
{
    double *to = unused ? spare[--unused] : malloc(2 * size * sizeof *to);
    save(to);
    held[count++] = (struct held){hand, u == b, to};
}

static void drop(int k)
{
    spare[unused++] = held[k].data;
    memmove(held + k, held + k + 1, (--count - k) * sizeof *held);
}

static long split(long n, long s)
{
    if (n <= 2 || s <= 1)
        return 0;
    if (s > n - 1)
        s = n - 1;
    long r = 0, beta = 1;
    while (beta < n) {
        r++;
        beta = beta * (s + r) / r;
    }
    long left = beta * r / (s + r), right = left * s / (s + r - 1);
    return left < n - right ? left : n - right;
}

static long next(long i, long e)
{
    if (slots)
        return i + split(e - i, slots - count + 1);
    return e - i <= 2 ? i : e - i <= 4 ? i + 1 : i + (e - i) / 2;
}

static void walk(long e)
{
    while (hand < e - 1) {
        long j = next(hand, e);
        if (j <= hand || j >= e - 1) {
            advance(e - 1 - hand);
            return;
        }
        advance(j - hand);
        snapshot();
    }
}

static int place(long i) { return i ? __builtin_ctzl(i) : 64; }

double hand_grad(const double *p, double *dp, const double *x, double *dx, int points, long n, int s)
{
    c2 = p, size = points, slots = s, count = unused = 0, hand = 0;
    a = malloc(size * sizeof *a), b = malloc(size * sizeof *b), u = a, v = b;
    memcpy(a, x, size * sizeof *a);
    memcpy(b, x, size * sizeof *b);
    double *last = malloc(2 * size * sizeof *last);
    if (slots) {
        if (n > 1)
            snapshot();
        walk(n);
        save(last);
        int swapped = u == b;
        advance(1);
        hand = n - 1;
        held[63].swapped = swapped;
    } else {
        for (long t = 0; t < n; t++) {
            for (int k = count - 1; k >= 0; k--)
                if (place(held[k].at) == place(t)) {
                    drop(k);
                    break;
                }
            snapshot();
            advance(1);
        }
    }
    double sum = 0, *dv = calloc(size, sizeof *dv), *du = calloc(size, sizeof *du);
    for (int i = 0; i < size; i++)
        sum += v[i] * v[i];
    for (int i = 0; i < size; i++)
        dv[i] = 2 * v[i];
    if (slots)
        load(last, held[63].swapped);
    else
        hand = -1;
    for (long e = n; e > 0; e--) {
        if (hand != e - 1) {
            struct held *top = &held[count - 1];
            load(top->data, top->swapped);
            hand = top->at;
            walk(e);
        }
        double *w = du;
        du = dv;
        dv = w;
        step_grad(c2, dp, u, du, v, dv, size);
        hand = -1;
        if (count && held[count - 1].at == e - 1)
            drop(count - 1);
    }
    for (int i = 0; i < size; i++)
        dx[i] += du[i] + dv[i];
    while (unused)
        free(spare[--unused]);
    free(a), free(b), free(du), free(dv), free(last);
    return sum;
}
