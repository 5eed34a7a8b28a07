// Tasks of OpenMP, which derivatives run where they are made: with what they share and what they have for themselves, with
// dependences, in recursion, in loops, where a condition says that they are not put off.
// prints: shared 1 | depends 1 | tree 1 | loops 1 | undeferred 1
// compile: -fopenmp
// link: -l:libomp.so.5
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
void omp_set_num_threads(int);

enum { N = 12 };
#include "openmp_check.h"

static void shared(const double *x, double *y, int n)
{
    double a = 0, w = x[1];
    int k = n - 3;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(a) firstprivate(w, k)
        {
            w *= x[k];
            a = sin(w) * x[0];
        }
    }
    y[0] = a * w;
}

static void depends(const double *x, double *y, int n)
{
    double a = 0, b = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a) shared(a)
        a = x[3] * x[3];
#pragma omp task depend(in : a) depend(out : b) shared(a, b)
        b = a * x[4] + 1;
#pragma omp task depend(in : b) shared(a, b)
        a += b * b;
#pragma omp taskwait
        y[0] = a * b;
    }
}

struct node {
    double value, sum;
    struct node *left, *right;
};

static struct node *grown(const double *x, int low, int high)
{
    if (low >= high)
        return 0;
    int middle = (low + high) / 2;
    struct node *t = malloc(sizeof *t);
    t->value = x[middle];
    t->left = grown(x, low, middle);
    t->right = grown(x, middle + 1, high);
    return t;
}

static void added(struct node *t, double w)
{
#pragma omp task
    if (t->left)
        added(t->left, w * 1.1);
    if (t->right) {
#pragma omp task
        added(t->right, w * t->value);
    }
#pragma omp taskwait
    t->sum = sin(t->value) * w;
    if (t->left)
        t->sum += t->left->sum;
    if (t->right)
        t->sum += t->right->sum * t->value;
}

static void cut(struct node *t)
{
    if (t) {
        cut(t->left);
        cut(t->right);
        free(t);
    }
}

static void tree(const double *x, double *y, int n)
{
    struct node *t = grown(x, 0, n);
#pragma omp parallel
#pragma omp single
    added(t, x[0]);
    y[0] = t->sum;
    cut(t);
}

static void loops(const double *x, double *y, int n)
{
    double w = x[2];
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(2) firstprivate(w)
    for (int i = 0; i < N; i++)
        y[i] = x[i] * w + x[N - 1 - i] * x[i];
}

static void undeferred(const double *x, double *y, int n)
{
    double s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp task shared(s) if (i > 4)
        {
            double v = cos(x[i]) * i;
#pragma omp atomic
            s += v * x[0];
        }
    }
    y[0] = s;
}

CHECK(shared)
CHECK(depends)
CHECK(tree)
CHECK(loops)
CHECK(undeferred)

int main(void)
{
    omp_set_num_threads(4);
    printf("shared %d | ", check(shared, shared_reverse, shared_forward));
    printf("depends %d | ", check(depends, depends_reverse, depends_forward));
    printf("tree %d | ", check(tree, tree_reverse, tree_forward));
    printf("loops %d | ", check(loops, loops_reverse, loops_forward));
    printf("undeferred %d\n", check(undeferred, undeferred_reverse, undeferred_forward));
    return 0;
}
