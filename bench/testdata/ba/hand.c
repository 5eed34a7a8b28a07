// Both rows of the Jacobian of ba_residual: 11 entries for the camera, 3 for
// the point, 1 for the weight.
#include <math.h>
#include <string.h>

// The gradient of out·seed, where out is x rotated by rot.
static void rotate_back(const double *restrict rot, const double *restrict x, const double *restrict seed,
                        double theta, double c, double s, double *restrict d_rot, double *restrict d_x) {
  if (theta > 0) {
    double inverse = 1 / theta, w[3], v[3], d_w[3], d_theta;
    for (int i = 0; i < 3; i++)
      w[i] = rot[i] * inverse;
    v[0] = w[1] * x[2] - w[2] * x[1];
    v[1] = w[2] * x[0] - w[0] * x[2];
    v[2] = w[0] * x[1] - w[1] * x[0];
    double wx = w[0] * x[0] + w[1] * x[1] + w[2] * x[2], ws = w[0] * seed[0] + w[1] * seed[1] + w[2] * seed[2];
    double xs = x[0] * seed[0] + x[1] * seed[1] + x[2] * seed[2], vs = v[0] * seed[0] + v[1] * seed[1] + v[2] * seed[2];
    d_theta = -s * xs + c * vs + s * wx * ws;
    double sx[3] = {x[1] * seed[2] - x[2] * seed[1], x[2] * seed[0] - x[0] * seed[2], x[0] * seed[1] - x[1] * seed[0]};
    double sw[3] = {seed[1] * w[2] - seed[2] * w[1], seed[2] * w[0] - seed[0] * w[2], seed[0] * w[1] - seed[1] * w[0]};
    for (int i = 0; i < 3; i++) {
      d_x[i] = c * seed[i] + s * sw[i] + (1 - c) * ws * w[i];
      d_w[i] = s * sx[i] + (1 - c) * (ws * x[i] + wx * seed[i]);
    }
    double along = d_w[0] * w[0] + d_w[1] * w[1] + d_w[2] * w[2];
    for (int i = 0; i < 3; i++)
      d_rot[i] = d_theta * w[i] + inverse * (d_w[i] - along * w[i]);
  } else {
    d_rot[0] = x[1] * seed[2] - x[2] * seed[1];
    d_rot[1] = x[2] * seed[0] - x[0] * seed[2];
    d_rot[2] = x[0] * seed[1] - x[1] * seed[0];
    d_x[0] = seed[0] + seed[1] * rot[2] - seed[2] * rot[1];
    d_x[1] = seed[1] + seed[2] * rot[0] - seed[0] * rot[2];
    d_x[2] = seed[2] + seed[0] * rot[1] - seed[1] * rot[0];
  }
}

void ba_hand(const double *restrict camera, const double *restrict point, const double *restrict weight,
             const double *restrict seen, double *restrict jacobian) {
  double moved[3], at[3];
  for (int i = 0; i < 3; i++)
    moved[i] = point[i] - camera[3 + i];
  double square = camera[0] * camera[0] + camera[1] * camera[1] + camera[2] * camera[2];
  double theta = sqrt(square), c = cos(theta), s = sin(theta);
  if (theta > 0) {
    double w[3] = {camera[0] / theta, camera[1] / theta, camera[2] / theta};
    double t = (w[0] * moved[0] + w[1] * moved[1] + w[2] * moved[2]) * (1 - c);
    at[0] = moved[0] * c + s * (w[1] * moved[2] - w[2] * moved[1]) + w[0] * t;
    at[1] = moved[1] * c + s * (w[2] * moved[0] - w[0] * moved[2]) + w[1] * t;
    at[2] = moved[2] * c + s * (w[0] * moved[1] - w[1] * moved[0]) + w[2] * t;
  } else {
    at[0] = moved[0] + camera[1] * moved[2] - camera[2] * moved[1];
    at[1] = moved[1] + camera[2] * moved[0] - camera[0] * moved[2];
    at[2] = moved[2] + camera[0] * moved[1] - camera[1] * moved[0];
  }
  double inverse = 1 / at[2], p[2] = {at[0] * inverse, at[1] * inverse};
  double r = p[0] * p[0] + p[1] * p[1], radial = 1 + camera[9] * r + camera[10] * r * r;
  double d_radial = 2 * (camera[9] + 2 * camera[10] * r), f = camera[6] * *weight;
  for (int k = 0; k < 2; k++) {
    double *restrict row = jacobian + 15 * k, d_p[2], d_at[3], d_moved[3];
    for (int i = 0; i < 2; i++)
      d_p[i] = f * p[k] * d_radial * p[i];
    d_p[k] += f * radial;
    d_at[0] = d_p[0] * inverse;
    d_at[1] = d_p[1] * inverse;
    d_at[2] = -inverse * (d_p[0] * p[0] + d_p[1] * p[1]);
    rotate_back(camera, moved, d_at, theta, c, s, row, d_moved);
    for (int i = 0; i < 3; i++) {
      row[3 + i] = -d_moved[i];
      row[11 + i] = d_moved[i];
    }
    row[6] = *weight * p[k] * radial;
    row[7] = k == 0 ? *weight : 0;
    row[8] = k == 1 ? *weight : 0;
    row[9] = f * p[k] * r;
    row[10] = f * p[k] * r * r;
    row[14] = p[k] * radial * camera[6] + camera[7 + k] - seen[k];
  }
}
