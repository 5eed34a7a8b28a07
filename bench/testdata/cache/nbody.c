// Bodies that attract each other, by the leapfrog method.
#include "cache.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int parameters(int size) { return size; } // masses
int states(int size) { return 6 * size; }
double parameter(int i) { return 1 + 0.125 * (i % 5); }
double state(int i, int size) { return i < 3 * size ? sin(1.7 * i) * 8 : 0.01 * cos(2.3 * i); }

double run(const double *p, const double *x, int size, long n)
{
    const double h = 0.001;
    double *q = malloc(3 * size * sizeof *q), *v = malloc(3 * size * sizeof *v);
    memcpy(q, x, 3 * size * sizeof *q);
    memcpy(v, x + 3 * size, 3 * size * sizeof *v);
    for (long t = 0; t < n; t++) {
        for (int i = 0; i < 3 * size; i++)
            q[i] += 0.5 * h * v[i];
        for (int i = 0; i < size; i++) {
            double ax = 0, ay = 0, az = 0;
            for (int j = 0; j < size; j++) {
                double dx = q[3 * j] - q[3 * i], dy = q[3 * j + 1] - q[3 * i + 1], dz = q[3 * j + 2] - q[3 * i + 2];
                double r2 = dx * dx + dy * dy + dz * dz + 0.01, w = p[j] / (r2 * sqrt(r2));
                ax += w * dx;
                ay += w * dy;
                az += w * dz;
            }
            v[3 * i] += h * ax;
            v[3 * i + 1] += h * ay;
            v[3 * i + 2] += h * az;
        }
        for (int i = 0; i < 3 * size; i++)
            q[i] += 0.5 * h * v[i];
    }
    double e = 0;
    for (int i = 0; i < 3 * size; i++)
        e += q[i] * q[i] + v[i] * v[i];
    free(q);
    free(v);
    return e;
}
