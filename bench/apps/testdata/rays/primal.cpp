// A ray tracer after Whitted (1980): spheres over a floor of squares, one light with shadows, reflections by recursion.
#include "rays.h"

#include <cmath>

namespace {

struct vec {
  double x, y, z;
};

vec operator+(vec a, vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
vec operator-(vec a, vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
vec operator*(double s, vec a) { return {s * a.x, s * a.y, s * a.z}; }
double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
vec unit(vec a) { return 1 / std::sqrt(dot(a, a)) * a; }

struct ray {
  vec from, to;
};

struct sphere {
  vec centre;
  double radius;
  vec colour;
  double mirror;
};

struct world {
  const sphere *spheres;
  int count;
  vec light;
};

constexpr double far = 1e30, near = 1e-6;

// The distance along the ray to the first thing, and which it is: -1 the floor, -2 nothing.
double first(const world &w, const ray &r, int &what) {
  double best = far;
  what = -2;
  if (r.to.y < -near) {
    best = -(r.from.y + 1) / r.to.y;
    what = -1;
  }
  for (int k = 0; k < w.count; k++) {
    vec d = r.from - w.spheres[k].centre;
    double b = dot(d, r.to), c = dot(d, d) - w.spheres[k].radius * w.spheres[k].radius, square = b * b - c;
    if (square < 0)
      continue;
    double t = -b - std::sqrt(square);
    if (t > near && t < best) {
      best = t;
      what = k;
    }
  }
  return best;
}

vec trace(const world &w, const ray &r, int depth) {
  int what;
  double t = first(w, r, what);
  if (what == -2) {
    double up = 0.5 * (r.to.y + 1);
    return (1 - up) * vec{1, 1, 1} + up * vec{0.5, 0.7, 1};
  }
  vec at = r.from + t * r.to, normal{0, 1, 0}, colour{0.9, 0.9, 0.9};
  double mirror = 0.1;
  if (what >= 0) {
    const sphere &s = w.spheres[what];
    normal = 1 / s.radius * (at - s.centre);
    colour = s.colour;
    mirror = s.mirror;
  } else if ((int(std::floor(at.x)) + int(std::floor(at.z))) & 1)
    colour = vec{0.3, 0.3, 0.3};
  vec to_light = w.light - at;
  ray shadow{at + 1e-4 * normal, unit(to_light)};
  int blocks;
  double behind = first(w, shadow, blocks), bright = dot(normal, shadow.to);
  if (bright < 0 || (blocks >= 0 && behind * behind < dot(to_light, to_light)))
    bright = 0;
  vec sum = (0.1 + 0.9 * bright) * colour;
  if (bright > 0) {
    vec half = unit(shadow.to - r.to);
    double shine = dot(half, normal);
    if (shine > 0)
      sum = sum + std::pow(shine, 20) * vec{0.5, 0.5, 0.5};
  }
  if (depth > 0) {
    ray next{shadow.from, r.to - 2 * dot(r.to, normal) * normal};
    sum = (1 - mirror) * sum + mirror * trace(w, next, depth - 1);
  }
  return sum;
}

} // namespace

double rays(const double *scene, int spheres, int width, int height, const double *wanted) {
  const double *light = scene + SPHERE * spheres;
  world w{reinterpret_cast<const sphere *>(scene), spheres, {light[0], light[1], light[2]}};
  double sum = 0;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      ray r{{0, 0.5, -4}, unit({(2.0 * x + 1 - width) / height, (height - 2.0 * y - 1) / height, 1.5})};
      vec c = trace(w, r, 3);
      const double *want = wanted + 3 * (y * width + x);
      vec e = c - vec{want[0], want[1], want[2]};
      sum += 0.5 * dot(e, e);
    }
  return sum;
}
