// Particles with several members in one array that the function allocates: pairs within a range read each other's
// members under a condition, and every step overwrites them.
// llad: func f double
// llad: arg x dup double[48] range(0.5,1.5)
// llad: arg n const int 16
// llad: tags heap loop struct
#include <stdlib.h>

typedef struct {
  double place[2], speed, force[2], density;
} particle;

double f(const double *x, int n) {
  particle *all = malloc(sizeof *all * n);
  for (int i = 0; i < n; i++) {
    all[i].place[0] = i % 4 + 0.3 * x[3 * i];
    all[i].place[1] = i / 4 + 0.3 * x[3 * i + 1];
    all[i].speed = 0.1 * x[3 * i + 2];
  }
  for (int step = 0; step < 3; step++) {
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int j = 0; j < n; j++) {
        double a = all[i].place[0] - all[j].place[0], b = all[i].place[1] - all[j].place[1], near = 4.1 - a * a - b * b;
        if (near > 0)
          sum += near * near;
      }
      all[i].density = 0.1 * sum;
    }
    for (int i = 0; i < n; i++) {
      double fx = 0, fy = 0;
      for (int j = 0; j < n; j++) {
        double a = all[i].place[0] - all[j].place[0], b = all[i].place[1] - all[j].place[1], near = 4.1 - a * a - b * b;
        if (j != i && near > 0) {
          double s = near * (all[i].density + all[j].density) / (1 + all[j].speed * all[j].density);
          fx += s * a;
          fy += s * b;
        }
      }
      all[i].force[0] = fx;
      all[i].force[1] = fy;
    }
    for (int i = 0; i < n; i++) {
      all[i].speed += 0.001 * (all[i].force[0] + all[i].force[1]);
      all[i].place[0] += 0.01 * all[i].speed;
      all[i].place[1] += 0.001 * all[i].force[1];
    }
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += all[i].place[0] * all[i].speed;
  free(all);
  return sum;
}
