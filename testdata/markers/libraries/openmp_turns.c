// What threads do in turns has to be reversed in the reverse order: sections in the order of the iterations, iterations that
// wait for earlier ones, locks beside what they guard, mutexes, locks taken twice, flags that say what is done.
// prints: ordered 1 | chain 1 | locks 1 | mutex 1 | tried 1 | flags 1 | flushed 1
// compile: -fopenmp
// link: -l:libomp.so.5
#include <math.h>
#include <pthread.h>
#include <stdio.h>
void omp_set_num_threads(int);
void omp_init_lock(void **), omp_set_lock(void **), omp_unset_lock(void **), omp_destroy_lock(void **);
int omp_test_lock(void **);
void omp_init_nest_lock(void **), omp_set_nest_lock(void **), omp_unset_nest_lock(void **), omp_destroy_nest_lock(void **);

enum { N = 400 };
#include "openmp_check.h"

static void ordered(const double *x, double *y, int n)
{
    double s = 1;
#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < n; i++) {
        double e = exp(-x[i]);
#pragma omp ordered
        s = 0.98 * s + e * sin(s) * 0.05;
    }
    y[0] = s;
}

static void chain(const double *x, double *y, int n)
{
    double a[N];
    a[0] = x[0];
#pragma omp parallel for ordered(1) schedule(static, 1)
    for (int i = 1; i < N; i++) {
#pragma omp ordered depend(sink : i - 1)
        a[i] = sin(a[i - 1]) + x[i] * x[i - 1];
#pragma omp ordered depend(source)
    }
    y[0] = a[N - 1];
}

struct bin {
    void *lock;
    double best, least;
};

static void locks(const double *x, double *y, int n)
{
    struct bin b[3];
    for (int i = 0; i < 3; i++) {
        omp_init_lock(&b[i].lock);
        b[i].best = -9;
        b[i].least = 9;
    }
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < n; i++) {
        struct bin *q = &b[i % 3];
        double v = x[i] * x[(i + 1) % n] + 0.02 * i;
        omp_set_lock(&q->lock);
        if (v > q->best)
            q->best = v;
        if (v < q->least)
            q->least = v;
        omp_unset_lock(&q->lock);
    }
    for (int i = 0; i < 3; i++) {
        y[i] = b[i].best * b[i].least;
        omp_destroy_lock(&b[i].lock);
    }
}

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
__attribute__((noinline)) static void offer(double *top, double v)
{
    pthread_mutex_lock(&guard);
    if (v > *top)
        *top = v;
    pthread_mutex_unlock(&guard);
}

static void mutex(const double *x, double *y, int n)
{
    double top = -9;
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < n; i++)
        offer(&top, sin(x[i]) + x[i] * x[i] + 0.02 * i);
    y[0] = top * top;
}

static void tried(const double *x, double *y, int n)
{
    void *l, *twice;
    omp_init_lock(&l);
    omp_init_nest_lock(&twice);
    double top = -9, least = 9;
#pragma omp parallel for schedule(dynamic, 1)
    for (int i = 0; i < n; i++) {
        double v = cos(x[i]) + 0.02 * i;
        while (!omp_test_lock(&l))
            ;
        if (v > top)
            top = v;
        omp_set_nest_lock(&twice);
        omp_set_nest_lock(&twice);
        if (v * x[i] < least)
            least = v * x[i];
        omp_unset_nest_lock(&twice);
        omp_unset_lock(&l);
        omp_unset_nest_lock(&twice);
    }
    omp_destroy_lock(&l);
    omp_destroy_nest_lock(&twice);
    y[0] = top * least;
}

static void flags(const double *x, double *y, int n)
{
    double a[N], s = 0;
    int done = -1;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        for (int i = 0; i < N; i++) {
            a[i] = x[i] * x[i] + (i ? 0.5 * a[i - 1] : 0);
            __atomic_store_n(&done, i, __ATOMIC_RELEASE);
        }
#pragma omp section
        for (int i = 0; i < N; i++) {
            while (__atomic_load_n(&done, __ATOMIC_ACQUIRE) < i)
                ;
            s = 0.9 * s + sin(a[i]);
        }
    }
    y[0] = s;
}

static void flushed(const double *x, double *y, int n)
{
    double a[N], s = 0;
    int done = -1;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        for (int i = 0; i < N; i++) {
            a[i] = x[i] * x[i] + (i ? 0.5 * a[i - 1] : 0);
#pragma omp flush
#pragma omp atomic write
            done = i;
        }
#pragma omp section
        for (int i = 0; i < N; i++) {
            int seen;
            do {
#pragma omp atomic read
                seen = done;
            } while (seen < i);
#pragma omp flush
            s = 0.9 * s + sin(a[i]);
        }
    }
    y[0] = s;
}

CHECK(ordered)
CHECK(chain)
CHECK(locks)
CHECK(mutex)
CHECK(tried)
CHECK(flags)
CHECK(flushed)

int main(void)
{
    omp_set_num_threads(4);
    printf("ordered %d | ", check(ordered, ordered_reverse, ordered_forward));
    printf("chain %d | ", check(chain, chain_reverse, chain_forward));
    printf("locks %d | ", check(locks, locks_reverse, locks_forward));
    printf("mutex %d | ", check(mutex, mutex_reverse, mutex_forward));
    printf("tried %d | ", check(tried, tried_reverse, tried_forward));
    printf("flags %d | ", check(flags, flags_reverse, flags_forward));
    printf("flushed %d\n", check(flushed, flushed_reverse, flushed_forward));
    return 0;
}
