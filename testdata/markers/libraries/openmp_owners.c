// Threads that add to adjoints of elements all over arrays of many blocks: each block has an owner, others
// add to copies. Each gradient against that of the same loops without threads.
// prints: tiles 1 | cyclic 1 | scattered 1 | singles 1 | mixed 1 | cleared 1 | copied 1 | moved 1 | reduced 1 | summed 1 | epochs 1 | packed 1 | nextToEachOther 1
// compile: -fopenmp
// link: -l:libomp.so.5
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int enzyme_const, enzyme_dup;
void __enzyme_autodiff(void *, ...);
void omp_set_num_threads(int), kmp_set_blocktime(int);

enum { ROWS = 48, COLS = 64, N = ROWS * COLS, STEPS = 3 };
static double first[N], second[N];
static float floats[N];
static int places[N], others[N];
typedef struct { float weight, bias; double value; } Mixed;
static Mixed mixed[N];
typedef struct __attribute__((packed)) { char kind; double value; float scale; } Packed;
static Packed packed[N];

/* Both versions of each function are made from one text. */
#define TWICE(NAME, LOOPS)                                                                                           \
    static void NAME(double *u, double *v, int n)                                                                    \
    {                                                                                                                \
        LOOPS(_Pragma("omp parallel for"), _Pragma("omp parallel for schedule(static, 1)"))                          \
    }                                                                                                                \
    static void NAME##Alone(double *u, double *v, int n)                                                             \
    {                                                                                                                \
        LOOPS(, )                                                                                                    \
    }

/* A grid in tiles, which are not in the order of memory. */
#define TILES(S, D)                                                                                                  \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        S for (int tile = 0; tile < (ROWS / 16) * (COLS / 16); tile++) {                                             \
            int r0 = 16 * (tile % (ROWS / 16)), c0 = 16 * (tile / (ROWS / 16));                                      \
            for (int r = r0; r < r0 + 16; r++) for (int c = c0; c < c0 + 16; c++) {                                  \
                int i = r * COLS + c, up = r > 0 ? i - COLS : i, down = r < ROWS - 1 ? i + COLS : i;                 \
                int left = c > 0 ? i - 1 : i, right = c < COLS - 1 ? i + 1 : i;                                      \
                v[i] = u[i] + 0.1 * (u[up] * u[left] + u[down] - 0.5 * u[right]);                                    \
            }                                                                                                        \
        }                                                                                                            \
        S for (int i = 0; i < n; i++) u[i] = 0.9 * v[i] + 0.01 * v[(i + 5) % n];                                     \
    }
TWICE(tiles, TILES)

/* All threads have elements in every block, read and write them again and again, and read others' of an array. */
#define CYCLIC(S, D)                                                                                                 \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        D for (int i = 0; i < n; i++) for (int r = 0; r < 4; r++)                                                    \
            u[places[i]] = 0.8 * u[places[i]] + 0.1 * u[places[i]] * v[others[(i + r) % n]];                         \
        D for (int i = 0; i < n; i++) v[i] += 0.01 * u[others[i]];                                                   \
    }
TWICE(cyclic, CYCLIC)

/* Elements from anywhere. */
#define SCATTERED(S, D)                                                                                              \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        S for (int i = 0; i < n; i++) first[i] = v[i] * u[places[i]] * u[others[i]] + 0.1 * u[others[places[i]]];    \
        D for (int i = 0; i < n; i++) u[i] += 0.1 * first[others[i]] * first[i];                                     \
    }
TWICE(scattered, SCATTERED)

/* Floats beside doubles. */
#define SINGLES(S, D)                                                                                                \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        D for (int i = 0; i < n; i++) floats[i] = (float)(0.5 * u[i]) + 0.25f * (float)u[others[i]];                 \
        D for (int i = 0; i < n; i++) u[i] = 0.5 * floats[others[i]] * v[i] + 0.25 * floats[places[i]];              \
    }
TWICE(singles, SINGLES)

#define MIXED(S, D)                                                                                                  \
    for (int i = 0; i < n; i++) mixed[i].weight = (float)u[i], mixed[i].bias = (float)v[i], mixed[i].value = u[i];   \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        D for (int i = 0; i < n; i++) v[i] += mixed[places[i]].weight * mixed[others[i]].value + mixed[others[i]].bias; \
        D for (int i = 0; i < n; i++) mixed[i].value = 0.9 * mixed[i].value + 0.01 * v[others[i]];                   \
    }                                                                                                                \
    for (int i = 0; i < n; i++) u[i] = mixed[i].value + 0.1 * v[i];
TWICE(mixedWidths, MIXED)

/* Rows that threads clear and fill again. */
#define CLEARED(S, D)                                                                                                \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        D for (int r = 0; r < ROWS; r++) {                                                                           \
            double *row = first + r * COLS;                                                                          \
            for (int c = 0; c < COLS; c++) row[c] += 0.3 * u[places[r * COLS + c]];                                  \
            for (int c = 0; c < COLS; c++) v[r * COLS + c] += 0.1 * row[c] * u[others[r * COLS + c]];                \
            memset(row, 0, COLS * sizeof *row);                                                                      \
            for (int c = 0; c < COLS; c += 2) row[c] = u[places[r * COLS + c]] * v[r * COLS + c];                    \
            for (int c = 0; c < COLS; c++) v[r * COLS + c] += 0.1 * row[c] * row[(c + 7) % COLS];                    \
        }                                                                                                            \
        D for (int i = 0; i < n; i++) u[i] = 0.9 * u[i] + 0.1 * first[others[i]];                                    \
    }
TWICE(cleared, CLEARED)

/* Rows that threads copy, from and to arrays of all. */
#define COPIED(S, D)                                                                                                 \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        D for (int r = 0; r < ROWS; r++) {                                                                           \
            double row[COLS];                                                                                        \
            memcpy(row, u + COLS * ((r * 5 + t) % ROWS), sizeof row);                                                \
            for (int c = 0; c < COLS; c++) row[c] *= 0.5 + 0.1 * u[others[r * COLS + c]] * v[places[c]];             \
            memcpy(first + r * COLS, row, sizeof row);                                                               \
        }                                                                                                            \
        D for (int r = 0; r < ROWS; r++) memcpy(u + r * COLS, first + COLS * ((r * 7 + 1) % ROWS), COLS * sizeof *u); \
    }
TWICE(copied, COPIED)

/* Rows moved by an element, where they are. */
#define MOVED(S, D)                                                                                                  \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        D for (int r = 0; r < ROWS; r++) {                                                                           \
            double *row = first + r * COLS;                                                                          \
            for (int c = 0; c < COLS; c++) row[c] = u[others[r * COLS + c]] * v[r * COLS + c];                       \
            memmove(row + (r & 1), row + !(r & 1), (COLS - 1) * sizeof *row);                                        \
        }                                                                                                            \
        D for (int i = 0; i < n; i++) u[i] = 0.7 * u[i] + 0.3 * first[others[i]] * first[places[i]];                 \
    }
TWICE(moved, MOVED)

/* Iterations that meet in a sum, too. */
static void reduced(double *u, double *v, int n)
{
    for (int t = 0; t < STEPS; t++) {
        double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(static, 1)
        for (int i = 0; i < n; i++) {
            first[i] = u[places[i]] * v[others[i]];
            s += first[i] * u[others[i]];
        }
#pragma omp parallel for schedule(static, 1)
        for (int i = 0; i < n; i++) u[i] = 0.9 * u[i] + 0.001 * s * first[others[i]];
    }
}
static void reducedAlone(double *u, double *v, int n)
{
    for (int t = 0; t < STEPS; t++) {
        double s = 0;
        for (int i = 0; i < n; i++) {
            first[i] = u[places[i]] * v[others[i]];
            s += first[i] * u[others[i]];
        }
        for (int i = 0; i < n; i++) u[i] = 0.9 * u[i] + 0.001 * s * first[others[i]];
    }
}

/* Sums of an array. */
static void summed(double *u, double *v, int n)
{
    for (int t = 0; t < STEPS; t++) {
        double sums[64] = {0};
#pragma omp parallel for reduction(+ : sums[:64]) schedule(static, 1)
        for (int i = 0; i < n; i++) sums[others[i] % 64] += 0.01 * u[places[i]] * v[i] * u[i];
#pragma omp parallel for schedule(static, 1)
        for (int i = 0; i < n; i++) u[i] = 0.9 * u[i] + 0.1 * sums[i % 64] * v[others[i]];
    }
}
static void summedAlone(double *u, double *v, int n)
{
    for (int t = 0; t < STEPS; t++) {
        double sums[64] = {0};
        for (int i = 0; i < n; i++) sums[others[i] % 64] += 0.01 * u[places[i]] * v[i] * u[i];
        for (int i = 0; i < n; i++) u[i] = 0.9 * u[i] + 0.1 * sums[i % 64] * v[others[i]];
    }
}

/* One region with many barriers; the elements that a thread has change from loop to loop. */
#define EPOCHS(P, A, B)                                                                                              \
    P {                                                                                                              \
        for (int t = 0; t < STEPS; t++) {                                                                            \
            A for (int i = 0; i < n; i++) first[i] = u[i] * v[others[i]] + 0.1 * u[(i + 1) % n];                     \
            B for (int i = 0; i < n; i++) second[i] = first[places[i]] * 0.5 + first[others[i]] * u[i];              \
            A for (int i = 0; i < n; i++) u[i] = 0.9 * second[others[i]] + 0.1 * first[(i * 5) % n];                 \
        }                                                                                                            \
    }
static void epochs(double *u, double *v, int n)
{
    EPOCHS(_Pragma("omp parallel"), _Pragma("omp for"), _Pragma("omp for schedule(static, 3)"))
}
static void epochsAlone(double *u, double *v, int n)
{
    EPOCHS(, , )
}

/* Floats where no word begins. */
#define PACKED(S, D)                                                                                                 \
    for (int i = 0; i < n; i++) packed[i].kind = 1, packed[i].value = u[i], packed[i].scale = (float)v[i];           \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        D for (int i = 0; i < n; i++) v[i] += 0.1 * packed[others[i]].value * packed[places[i]].scale;               \
        D for (int i = 0; i < n; i++) packed[i].value = 0.9 * packed[i].value + 0.01 * v[others[i]];                 \
    }                                                                                                                \
    for (int i = 0; i < n; i++) u[i] = packed[i].value + 0.1 * v[i];
TWICE(packedPlaces, PACKED)

/* Fields of a struct, and elements at constant distances, across the ends of blocks. */
#define NEXT(S, D)                                                                                                   \
    for (int t = 0; t < STEPS; t++) {                                                                                \
        D for (int i = 0; i < n; i++) {                                                                              \
            double *p = u + others[i] % (n - 8);                                                                     \
            v[i] += 0.1 * (p[0] * p[1] + p[2] * p[3] - p[4]) * p[0];                                                 \
        }                                                                                                            \
        D for (int i = 0; i < n; i++) u[i] = 0.9 * u[i] + 0.01 * v[others[i]];                                       \
    }
TWICE(nextToEachOther, NEXT)

static double gradient(void (*reverse)(double *, double *, double *, double *), double *du)
{
    static double u[N], v[N], dv[N];
    double sum = 0;
    for (int i = 0; i < N; i++) {
        u[i] = 0.3 + 0.4 * sin(1.7 * i);
        v[i] = 0.2 + 0.1 * cos(2.3 * i);
        du[i] = 1 + 0.0001 * i;
        dv[i] = 0.5;
        first[i] = second[i] = floats[i] = 0;
        places[i] = (i * 1001L + 77) % N;
        others[i] = (i * 617L + i / 3 + 5) % N;
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
    static int check_##f(double most)                                                                                \
    {                                                                                                                \
        static double du[N], want[N];                                                                                \
        double size = gradient(f##_alone, want) / N, worst = 0;                                                      \
        for (int round = 0; round < 10; round++) {                                                                   \
            gradient(f##_reverse, du);                                                                               \
            for (int i = 0; i < N; i++)                                                                              \
                worst = fmax(worst, fabs(du[i] - want[i]));                                                          \
        }                                                                                                            \
        return isfinite(size) && size > 1e-3 && worst <= most * size;                                                \
    }
CHECK(tiles)
CHECK(cyclic)
CHECK(scattered)
CHECK(singles)
CHECK(mixedWidths)
CHECK(cleared)
CHECK(copied)
CHECK(moved)
CHECK(reduced)
CHECK(summed)
CHECK(epochs)
CHECK(packedPlaces)
CHECK(nextToEachOther)

int main(void)
{
    omp_set_num_threads(4);
    kmp_set_blocktime(0); /* threads that wait leave the processor to others */
    printf("tiles %d | ", check_tiles(1e-12));
    printf("cyclic %d | ", check_cyclic(1e-12));
    printf("scattered %d | ", check_scattered(1e-12));
    printf("singles %d | ", check_singles(1e-5)); /* adjoints of floats are floats */
    printf("mixed %d | ", check_mixedWidths(1e-5));
    printf("cleared %d | ", check_cleared(1e-12));
    printf("copied %d | ", check_copied(1e-12));
    printf("moved %d | ", check_moved(1e-12));
    printf("reduced %d | ", check_reduced(1e-12));
    printf("summed %d | ", check_summed(1e-12));
    printf("epochs %d | ", check_epochs(1e-12));
    printf("packed %d | ", check_packedPlaces(1e-5));
    printf("nextToEachOther %d\n", check_nextToEachOther(1e-12));
    return 0;
}
