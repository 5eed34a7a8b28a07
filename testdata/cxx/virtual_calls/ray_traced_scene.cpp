// A scene whose list is a body like those in it, so that bodies call each other, and that shares
// what its bodies are made of: light that is followed from body to body.
// llad: func shared_spheres double
// llad: arg x dup double[6] {0.5,0.8,0.3,0.9,0.4,1.1}
// llad: arg n const int 6
// llad: tags heap call

#include <cmath>
#include <memory>
#include <vector>

struct vec {
  double e[3];
  vec() : e{0, 0, 0} {}
  vec(double a, double b, double c) : e{a, b, c} {}
};

struct meeting;

struct matter {
  virtual ~matter() = default;
  virtual bool scatter(const vec &in, const meeting &at, vec &tint, vec &out) const = 0;
};

struct meeting {
  vec place, normal;
  std::shared_ptr<matter> of;
  double far;
  bool outside;
};

struct mirror : matter {
  vec tint;
  double blur;
  mirror(const vec &t, double b) : tint(t), blur(b < 1 ? b : 1) {}
  bool scatter(const vec &, const meeting &at, vec &t, vec &out) const override {
    out = at.normal;
    t = tint;
    return true;
  }
};

struct body {
  virtual ~body() = default;
  virtual bool meets(const vec &ray, double limit, meeting &m) const = 0;
};

struct sphere : body {
  vec at;
  double r;
  std::shared_ptr<matter> of;
  sphere(vec at, double r, std::shared_ptr<matter> of) : at(at), r(r), of(of) {}
  bool meets(const vec &ray, double limit, meeting &m) const override {
    double far = ray.e[0] * at.e[0] + ray.e[1] * ray.e[1];
    if (far > limit)
      return false;
    m.far = far;
    m.place = vec(ray.e[0] * at.e[0] + ray.e[2], ray.e[1] * r, at.e[2] + ray.e[2]);
    m.normal = vec(m.place.e[1], at.e[0] + m.place.e[0], 1 / r);
    m.of = of;
    return true;
  }
};

struct scene : body {
  std::vector<std::shared_ptr<body>> all;
  void add(std::shared_ptr<body> b) { all.push_back(b); }
  bool meets(const vec &ray, double limit, meeting &m) const override {
    meeting next;
    bool any = false;
    for (const auto &b : all)
      if (b->meets(ray, limit, next)) {
        any = true;
        limit = next.far;
        m = next;
      }
    return any;
  }
};

vec light(const vec &ray, int depth, const body &world) {
  if (depth <= 0)
    return vec(ray.e[1], 1, ray.e[0]);
  meeting m;
  if (world.meets(ray, 100, m)) {
    vec out, tint;
    if (m.of->scatter(ray, m, tint, out)) {
      vec c = light(out, depth - 1, world);
      return vec(c.e[0] * tint.e[0], c.e[1] * tint.e[1], c.e[2] * tint.e[2]);
    }
    return vec(0, 0, 0);
  }
  return ray;
}

extern "C" double shared_spheres(const double *x, int n) {
  scene world;
  auto m = std::make_shared<mirror>(vec(x[0], x[1], 0.3), 0.0);
  world.add(std::make_shared<sphere>(vec(2, -10, 0), 10, m));
  world.add(std::make_shared<sphere>(vec(x[1], 1, x[2]), 1.0, m));
  vec c = light(vec(x[3], x[4], x[n - 1]), 3, world);
  return c.e[0] + 2 * c.e[1] + 3 * c.e[2];
}
