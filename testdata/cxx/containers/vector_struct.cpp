// Bodies in a vector, integrated with leapfrog.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <vector>
struct Vec3 { double x, y, z; };
static Vec3 operator-(const Vec3 &a, const Vec3 &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static Vec3 operator*(double s, const Vec3 &a) { return {s * a.x, s * a.y, s * a.z}; }
static Vec3 &operator+=(Vec3 &a, const Vec3 &b) { a.x += b.x; a.y += b.y; a.z += b.z; return a; }
static double dot(const Vec3 &a, const Vec3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
struct Body { Vec3 pos, vel; double mass; int id; };
extern "C" double f(double *x, int n) {
  std::vector<Body> bodies;
  for (int i = 0; i < 3; i++) {
    Body b{{x[i], x[i + 1], 0.5 * i}, {0, x[i + 2], x[i + 3]}, 1 + x[i] * x[i], i};
    bodies.push_back(b);
  }
  for (int step = 0; step < 4; step++) {
    for (auto &a : bodies) {
      Vec3 acc{0, 0, 0};
      for (const auto &b : bodies) {
        if (a.id == b.id) continue;
        Vec3 d = b.pos - a.pos;
        double r2 = dot(d, d) + 0.1;
        acc += (b.mass / (r2 * std::sqrt(r2))) * d;
      }
      a.vel += 0.05 * acc;
    }
    for (auto &a : bodies) a.pos += 0.05 * a.vel;
  }
  double e = 0;
  for (auto &b : bodies) e += 0.5 * b.mass * dot(b.vel, b.vel) + dot(b.pos, b.pos);
  return e;
}
