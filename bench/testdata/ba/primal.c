// The residuals of one observation in bundle adjustment: where a camera with
// radial distortion sees a point, less where it was seen, times a weight.
// camera: rotation (axis times angle), centre, focal length, principal point,
// two distortion coefficients.
#include <math.h>

#ifndef real
#define real double
#endif

static void cross(const real *a, const real *b, real *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

// Rodrigues' formula.
static void rotate(const real *rot, const real *x, real *out) {
  real square = rot[0] * rot[0] + rot[1] * rot[1] + rot[2] * rot[2];
  real w[3], v[3];
  if (square > 0) {
    real theta = sqrt(square), c = cos(theta), s = sin(theta), inverse = 1 / theta;
    for (int i = 0; i < 3; i++)
      w[i] = rot[i] * inverse;
    cross(w, x, v);
    real t = (w[0] * x[0] + w[1] * x[1] + w[2] * x[2]) * (1 - c);
    for (int i = 0; i < 3; i++)
      out[i] = x[i] * c + v[i] * s + w[i] * t;
  } else {
    cross(rot, x, v);
    for (int i = 0; i < 3; i++)
      out[i] = x[i] + v[i];
  }
}

void ba_residual(const real *camera, const real *point, const real *weight, const double *seen, real *error) {
  real moved[3], at[3];
  for (int i = 0; i < 3; i++)
    moved[i] = point[i] - camera[3 + i];
  rotate(camera, moved, at);
  real x = at[0] / at[2], y = at[1] / at[2];
  real square = x * x + y * y, radial = 1 + camera[9] * square + camera[10] * square * square;
  error[0] = *weight * (x * radial * camera[6] + camera[7] - seen[0]);
  error[1] = *weight * (y * radial * camera[6] + camera[8] - seen[1]);
}
