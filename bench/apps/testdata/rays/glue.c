// Arguments: spheres, width, height.
#include <string.h>

#include "rays.h"
#include "tangent.h"

double rays_grad(const double *scene, double *d_scene, int spheres, int width, int height, const double *wanted, double seed);
double rays_jvp(const double *scene, const double *d_scene, int spheres, int width, int height, const double *wanted, double *d_ret);

static int spheres, width, height;
static double *scene, *d_scene, *wanted;
static size_t total;

void bench_setup(const long *size) {
  spheres = (int)size[0], width = (int)size[1], height = (int)size[2];
  total = (size_t)spheres * SPHERE + LIGHT;
  scene = bench_array(total, 0, 1);
  d_scene = bench_array(total, 0, 0);
  wanted = bench_array(3 * (size_t)width * height, 0, 1);
  for (int k = 0; k < spheres; k++) {
    double *s = scene + SPHERE * k;
    s[0] = 5 * s[0] - 2.5, s[1] = 2 * s[1] - 0.5, s[2] = 4 * s[2], s[3] = 0.3 + 0.3 * s[3], s[7] = 0.2 + 0.6 * s[7];
  }
  double *light = scene + SPHERE * spheres;
  light[0] = -3, light[1] = 5, light[2] = -2;
}

double bench_primal(void) { return rays(scene, spheres, width, height, wanted); }

void bench_llad(void) {
  memset(d_scene, 0, total * sizeof *d_scene);
  rays_grad(scene, d_scene, spheres, width, height, wanted, 1);
}

void bench_jvp(void) { rays_jvp(scene, bench_d[0], spheres, width, height, wanted, bench_t); }

const double *bench_gradient(size_t *size) {
  *size = total;
  return d_scene;
}

double *bench_variables(void) { return scene; }
