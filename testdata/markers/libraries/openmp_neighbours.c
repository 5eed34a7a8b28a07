// Threads that read elements next to each other: on short arrays, many times, so that an adjoint
// which two threads add to at once would be lost. Each gradient against that of the same loops without threads.
// prints: line 1 | rows 1 | redBlack 1 | dynamic 1 | columns 1 | overlapping 1 | globals 1 | unsignedSteps 1 | product 1 | freed 1 | swapped 1 | gathered 1 | chunked 1 | objects 1 | readByAll 1 | inTurns 1 | withoutWaiting 1 | mesh 1 | sparse 1 | nested 1
// compile: -fopenmp
// link: -l:libomp.so.5
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int enzyme_const, enzyme_dup;
void __enzyme_autodiff(void *, ...);
void omp_set_num_threads(int), kmp_set_blocktime(int);

enum { N = 30, STEPS = 12 };
static double first[N], second[N];
static int places[N], inOrder[N + 1], overlappingRows[N + 1];

/* Both versions of each function are made from one text. */
#define TWICE_BY(NAME, P, Q, ...)                                                                                    \
    static void NAME(double *u, double *v, int n)                                                                    \
    {                                                                                                                \
        LOOPS(P, Q, __VA_ARGS__)                                                                                     \
    }                                                                                                                \
    static void NAME##Alone(double *u, double *v, int n)                                                             \
    {                                                                                                                \
        LOOPS(, , __VA_ARGS__)                                                                                       \
    }
#define TWICE(NAME, ...)                                                                                             \
    TWICE_BY(NAME, _Pragma("omp parallel for"), _Pragma("omp parallel for schedule(dynamic, 2)"), __VA_ARGS__)
#define LOOPS(SHARED, IN_TURN, ...) __VA_ARGS__(SHARED, IN_TURN)

#define LINE(S, D)                                                                                                   \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        S for (int i = 1; i < n - 1; i++) v[i] = u[i] + 0.2 * (u[i - 1] - 2 * u[i] + u[i + 1]) - 0.1 * u[i] * u[i];   \
        S for (int i = 1; i < n - 1; i++) u[i] = 0.9 * v[i] + 0.1 * sin(v[i]);                                        \
    }
TWICE(line, LINE)

#define ROWS(S, D)                                                                                                   \
    int m = n / 5;                                                                                                   \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        S for (int i = 1; i < 4; i++) for (int j = 1; j < m - 1; j++)                                                \
            v[i * m + j] = u[i * m + j] * (0.6 - 0.1 * u[i * m + j]) +                                                \
                           0.1 * (u[(i - 1) * m + j] + u[(i + 1) * m + j] + u[i * m + j - 1] + u[i * m + j + 1]);      \
        for (int i = 0; i < n; i++) u[i] = v[i];                                                                     \
    }
TWICE(rows, ROWS)

#define RED_BLACK(S, D)                                                                                              \
    for (int t = 0; t < STEPS; t++)                                                                                  \
        for (int c = 0; c < 2; c++) {                                                                                \
            S for (int i = 1 + c; i < n - 1; i += 2) u[i] += 0.3 * (0.5 * (u[i - 1] + u[i + 1]) - u[i] * u[i]);      \
        }
TWICE(redBlack, RED_BLACK)

#define DYNAMIC(S, D)                                                                                                \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        D for (int i = 1; i < n - 1; i++) v[i] = 0.5 * u[i] * u[i + 1] + 0.4 * sin(u[i - 1]);                         \
        D for (int i = 1; i < n - 1; i++) u[i] = 0.8 * v[i] + 0.1;                                                    \
    }
TWICE(dynamic, DYNAMIC)

/* Every thread reads whole rows, at columns of its own. */
#define COLUMNS(S, D)                                                                                                \
    int m = n / 5;                                                                                                   \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        S for (int i = 0; i < m; i++) {                                                                              \
            double s = 0;                                                                                            \
            for (int j = 0; j < 5; j++) s += u[j * m + i] * u[j * m + i];                                            \
            v[i] = 0.4 * s;                                                                                          \
        }                                                                                                            \
        S for (int i = 0; i < m; i++) for (int j = 0; j < 5; j++) u[j * m + i] = 0.7 * u[j * m + i] + 0.3 * v[i];     \
    }
TWICE(columns, COLUMNS)

/* Two pointers into one array, a row apart. */
#define OVERLAPPING(S, D)                                                                                            \
    const double *w = u + n / 2;                                                                                     \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        S for (int i = 0; i < n / 2; i++) v[i] = 0.5 * u[i] * w[i] + 0.2 * w[i - 1];                                  \
        S for (int i = 0; i < n / 2; i++) u[i] = 0.9 * v[i] + 0.1 * u[i + n / 2];                                     \
    }
TWICE(overlapping, OVERLAPPING)

#define GLOBALS(S, D)                                                                                                \
    S for (int i = 0; i < n; i++) first[i] = u[i], second[i] = v[i];                                                 \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        S for (int i = 2; i < n - 2; i++) second[i] = 0.8 * first[i - 2] + 0.5 * first[i + 2] * first[i];            \
        S for (int i = 0; i < n; i++) first[i] = 0.9 * second[i] + 0.1 * second[i] * second[i];                      \
    }                                                                                                                \
    S for (int i = 0; i < n; i++) u[i] = first[i], v[i] = second[i];
TWICE(globals, GLOBALS)

#define UNSIGNED_STEPS(S, D)                                                                                         \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        S for (unsigned i = 3; i < (unsigned)n - 1; i++) v[i] = 0.6 * u[i - 3] * u[i] + 0.7 * u[i + 1];              \
        S for (unsigned i = t % 3; i < (unsigned)n; i++) u[i] = v[i] + 0.05 * v[i] * v[i];                           \
    }
TWICE(unsignedSteps, UNSIGNED_STEPS)

/* Some elements at places of their own, some through an index. */
#define GATHERED(S, D)                                                                                               \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        S for (int i = 0; i < n; i++) if (places[i] & 1) v[i] = 0.5 * v[i] + 0.4 * u[i] * u[places[i]];               \
    }
TWICE(gathered, GATHERED)

/* Threads get pieces of three iterations in turn. */
#define CHUNKED(C, Q)                                                                                                \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        C for (int i = 1; i < n - 1; i++) v[i] = u[i] + 0.3 * (u[i - 1] - u[i] * u[i + 1]);                           \
        C for (int i = 0; i < n; i++) u[i] = 0.8 * v[i] + 0.1 * v[i] * v[i];                                         \
    }
TWICE_BY(chunked, _Pragma("omp parallel for schedule(static, 3)"), , CHUNKED)

/* Two tables with rows of their own lengths, of which it is not known that they are two. */
struct table {
    int rows, columns;
    double *at;
};
#define OBJECTS(S, D)                                                                                                \
    struct table p = {5, n / 5, u}, q = {n / 5, 5, v};                                                               \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        S for (int i = 1; i < p.rows - 1; i++) for (int j = 0; j < q.columns; j++)                                   \
            q.at[i * q.columns + j] =                                                                                \
                0.2 * q.at[i * q.columns + j] + 0.4 * p.at[i * p.columns + j] * p.at[(i - 1) * p.columns + j] +      \
                0.3 * p.at[(i + 1) * p.columns + j];                                                                 \
        S for (int i = 1; i < p.rows - 1; i++) for (int j = 0; j < q.columns; j++)                                   \
            p.at[i * p.columns + j] = 0.5 * q.at[i * q.columns + j] + 0.2 * p.at[i * p.columns + j];                 \
    }
TWICE(objects, OBJECTS)

/* Weights that all iterations read: of an array of their own, or among the elements. */
#define READ_BY_ALL(S, D)                                                                                            \
    for (int i = 0; i < n; i++) first[i] = 0.5 * u[i];                                                               \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        const double *w = t % 2 ? first : u + n / 2;                                                                 \
        S for (int i = 0; i < n - 3; i++) v[i] = 0.4 * v[i] + w[0] * u[i] + w[1] * u[i + 1];                          \
    }
TWICE(readByAll, READ_BY_ALL)

/* One region around all steps, from one array to the other and back. */
#define IN_TURNS(PARALLEL, FOR)                                                                                      \
    PARALLEL for (int t = 0; t < STEPS; t++)                                                                         \
    {                                                                                                                \
        double *a = t % 2 ? v : u, *b = t % 2 ? u : v;                                                               \
        FOR for (int i = 1; i < n - 1; i++) b[i] = 0.4 * (a[i - 1] + a[i + 1]) + 0.1 * a[i] * a[i];                   \
    }
TWICE_BY(inTurns, _Pragma("omp parallel"), _Pragma("omp for"), IN_TURNS)

/* Threads that do not wait for each other: at one time they are in different steps. */
#define WITHOUT_WAITING(PARALLEL, FOR)                                                                               \
    PARALLEL for (int t = 0; t < 30 * STEPS; t++)                                                                    \
    {                                                                                                                \
        FOR for (int i = 0; i < n - 7; i++) v[i] = 0.9 * v[i] + 0.1 * u[i + t % 7] * u[i];                            \
    }
TWICE_BY(withoutWaiting, _Pragma("omp parallel"), _Pragma("omp for nowait"), WITHOUT_WAITING)

/* Elements of which each thread reads many, at places that it finds in a list. */
#define MESH(S, D)                                                                                                   \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        S for (int i = 0; i < n; i++) {                                                                              \
            double s = 0;                                                                                            \
            for (int k = 0; k < 40; k++) s += 0.001 * (k + 1) * u[places[(i + k) % n]] * u[i];                        \
            v[i] = s;                                                                                                \
        }                                                                                                            \
        S for (int i = 0; i < n; i++) u[i] = 0.6 * u[i] + 0.4 * v[i];                                                 \
    }
TWICE(mesh, MESH)

/* A sparse matrix, whose rows follow each other or have elements in common. */
#define SPARSE(S, D)                                                                                                 \
    for (int i = 0; i < n; i++) second[i] = v[i];                                                                    \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        const int *rows = t % 3 ? inOrder : overlappingRows;                                                         \
        for (int i = 0; i < n; i++) first[i] = u[i];                                                                 \
        S for (int i = 0; i < n; i++) {                                                                              \
            double s = 0;                                                                                            \
            for (int k = rows[i]; k < rows[i + 1]; k++) s += second[k] * second[k] * first[places[k]];               \
            u[i] = 0.7 * u[i] + s;                                                                                   \
        }                                                                                                            \
    }                                                                                                                \
    for (int i = 0; i < n; i++) v[i] = second[i];
TWICE(sparse, SPARSE)

/* Two teams at the same time, each of which reads all elements. */
#define NESTED(S, D)                                                                                                 \
    int m = n / 3;                                                                                                   \
    S for (int j = 0; j < 3; j++) for (int t = 0; t < 30 * STEPS; t++) {                                             \
        S for (int i = 0; i < m; i++) v[j * m + i] = 0.9 * v[j * m + i] + 0.1 * u[i] * u[i];                          \
    }
TWICE(nested, NESTED)

/* Every thread reads all of v. */
#define PRODUCT(S, D)                                                                                                \
    int m = 5;                                                                                                       \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        S for (int i = 0; i < m; i++) for (int k = 0; k < m; k++) {                                                  \
            double s = 0;                                                                                            \
            for (int r = 0; r < 40; r++) for (int j = 0; j < m; j++) s += u[i * m + j] * v[j * m + k];               \
            first[i * m + k] = 0.01 * s;                                                                             \
        }                                                                                                            \
        S for (int i = 0; i < m * m; i++) u[i] = 0.5 * u[i] + first[i] * v[i];                                       \
    }
TWICE(product, PRODUCT)

/* Arrays that the function frees. */
#define FREED(S, D)                                                                                                  \
    double *a = malloc(n * sizeof *a);                                                                               \
    int *at = malloc(n * sizeof *at);                                                                                \
    for (int i = 0; i < n; i++) a[i] = u[i] * u[i], at[i] = (i * 7 + 3) % n;                                         \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        S for (int i = 0; i < n; i++) v[i] = 0.5 * a[i] * v[i] + 0.3 * a[at[i]];                                      \
    }                                                                                                                \
    free(a);                                                                                                         \
    free(at);
TWICE(freed, FREED)

/* One region around all steps, in which one thread changes which array is which. */
#define SWAPPED(PARALLEL, FOR, SINGLE)                                                                               \
    double *a = u, *b = v, s = 0.3;                                                                                  \
    PARALLEL for (int t = 0; t < STEPS; t++)                                                                         \
    {                                                                                                                \
        FOR for (int i = 1; i < n - 1; i++) b[i] = s * (a[i - 1] + a[i + 1]) + 0.1 * a[i] * a[i];                     \
        SINGLE                                                                                                       \
        {                                                                                                            \
            s = 0.3 + 0.05 * b[3];                                                                                   \
            double *c = a;                                                                                           \
            a = b;                                                                                                   \
            b = c;                                                                                                   \
        }                                                                                                            \
    }
static void swapped(double *u, double *v, int n)
{
    SWAPPED(_Pragma("omp parallel"), _Pragma("omp for"), _Pragma("omp single"))
}
static void swappedAlone(double *u, double *v, int n)
{
    SWAPPED(, , )
}

static double gradient(void (*reverse)(double *, double *, double *, double *), double *du)
{
    double u[N], v[N], dv[N], sum = 0;
    for (int i = 0; i < N; i++) {
        u[i] = 0.3 + 0.4 * sin(1.7 * i);
        v[i] = 0.2 + 0.1 * cos(2.3 * i);
        du[i] = 1 + 0.1 * i;
        dv[i] = 0.5;
        first[i] = second[i] = 0;
        places[i] = (i * 17 + 5) % N;
        inOrder[i + 1] = i + i % 2;
        overlappingRows[i + 1] = i % 3 ? N - i % 3 : i % 7;
    }
    reverse(u, du, v, dv);
    for (int i = 0; i < N; i++)
        sum += fabs(du[i]);
    return sum;
}

#define CHECK(f)                                                                                                     \
    static void f##_reverse(double *u, double *du, double *v, double *dv)                                            \
    {                                                                                                                \
        __enzyme_autodiff((void *)f, enzyme_dup, u, du, enzyme_dup, v, dv, N);                                       \
    }                                                                                                                \
    static void f##_alone(double *u, double *du, double *v, double *dv)                                              \
    {                                                                                                                \
        __enzyme_autodiff((void *)f##Alone, enzyme_dup, u, du, enzyme_dup, v, dv, N);                                \
    }                                                                                                                \
    static int check_##f(void)                                                                                       \
    {                                                                                                                \
        double du[N], want[N], size = gradient(f##_alone, want), worst = 0;                                          \
        for (int round = 0; round < 50; round++) {                                                                    \
            gradient(f##_reverse, du);                                                                               \
            for (int i = 0; i < N; i++)                                                                              \
                worst = fmax(worst, fabs(du[i] - want[i]));                                                          \
        }                                                                                                            \
        return isfinite(size) && size > 1e-3 && worst <= 1e-12 * size;                                               \
    }
CHECK(line)
CHECK(rows)
CHECK(redBlack)
CHECK(dynamic)
CHECK(columns)
CHECK(overlapping)
CHECK(globals)
CHECK(unsignedSteps)
CHECK(product)
CHECK(freed)
CHECK(swapped)
CHECK(gathered)
CHECK(chunked)
CHECK(objects)
CHECK(readByAll)
CHECK(inTurns)
CHECK(withoutWaiting)
CHECK(mesh)
CHECK(sparse)
CHECK(nested)

int main(void)
{
    omp_set_num_threads(4);
    kmp_set_blocktime(0); /* threads that wait leave the processor to others */
#define RUN(f) printf(#f " %d | ", check_##f())
    RUN(line);
    RUN(rows);
    RUN(redBlack);
    RUN(dynamic);
    RUN(columns);
    RUN(overlapping);
    RUN(globals);
    RUN(unsignedSteps);
    RUN(product);
    RUN(freed);
    RUN(swapped);
    RUN(gathered);
    RUN(chunked);
    RUN(objects);
    RUN(readByAll);
    RUN(inTurns);
    RUN(withoutWaiting);
    RUN(mesh);
    RUN(sparse);
    printf("nested %d\n", check_nested());
    return 0;
}
