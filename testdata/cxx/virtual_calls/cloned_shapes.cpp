// Bodies and their shapes, which know each other: shapes are copied through a virtual
// function, and one holds arrays of points behind other members, of which loops copy
// element by element.

// llad: func f double
// llad: arg x dup double[4] {1,2,0.5,0.25}
// llad: arg n const int 6
#include <cmath>
#include <memory>
#include <vector>

namespace {

struct Point {
  union {
    double v[2];
    struct {
      double x, y;
    };
  };
  Point() : x(0), y(0) {}
  Point(double a, double b) : x(a), y(b) {}
};

struct Turn {
  union {
    struct {
      double a, b, c, d;
    };
    double m[2][2];
  };
  Turn() : a(1), b(0), c(0), d(1) {}
  void set(double angle) {
    a = d = std::cos(angle);
    c = std::sin(angle);
    b = -c;
  }
};

struct Body;

struct Shape {
  virtual ~Shape() {}
  virtual Shape *copy() const = 0;
  virtual void prepare() = 0;
  virtual void turn(double angle) = 0;
  virtual int sides() const = 0;
  Body *body = nullptr;
  double radius = 1;
  Turn u;
};

struct Body {
  Body(const Shape &s);
  double place = 0, speed = 0, angle = 0, lightness = 0;
  std::unique_ptr<Shape> shape;
};

struct Disc : Shape {
  Disc(double r) { radius = r; }
  Shape *copy() const override { return new Disc(radius); }
  void prepare() override { body->lightness = 1 / (radius * radius); }
  void turn(double) override {}
  int sides() const override { return 0; }
};

struct Hull : Shape {
  unsigned count = 0;
  Point corner[64], normal[64];
  Shape *copy() const override {
    Hull *h = new Hull;
    h->u = u;
    for (unsigned i = 0; i < count; i++) {
      h->corner[i] = corner[i];
      h->normal[i] = normal[i];
    }
    h->count = count;
    return h;
  }
  void prepare() override {
    double s = 0;
    for (unsigned i = 0; i < count; i++) s += corner[i].x * corner[i].y;
    body->lightness = 1 / s;
  }
  void turn(double angle) override { u.set(angle); }
  int sides() const override { return (int)count; }
};

Body::Body(const Shape &s) : shape(s.copy()) {
  shape->body = this;
  shape->prepare();
}

double touch(const Body &a, const Body &b) {
  const Disc *disc = static_cast<const Disc *>(a.shape.get());
  const Hull *hull = static_cast<const Hull *>(b.shape.get());
  double best = -1e9;
  unsigned k = 0;
  for (unsigned i = 0; i < hull->count; i++) {
    double s = hull->normal[i].x * a.place + hull->normal[i].y * (a.speed - hull->corner[i].y);
    if (s > disc->radius + 100) return 0;
    if (s > best) {
      best = s;
      k = i;
    }
  }
  Point one = hull->corner[k], other = hull->corner[k + 1 < hull->count ? k + 1 : 0];
  if (one.x * a.place + other.x < 0) return best * disc->radius + hull->normal[k].x * other.y;
  return best * one.y * hull->u.a;
}

struct Yard {
  std::vector<std::unique_ptr<Body>> bodies;
  Body &add(const Shape &s) {
    bodies.push_back(std::make_unique<Body>(s));
    return *bodies.back();
  }
  void step() {
    for (auto &b : bodies) {
      b->speed -= b->place * b->lightness * 0.1;
      b->place += b->speed * 0.1 + 0.01 * b->shape->sides();
      b->angle += 0.01 * b->speed;
      b->shape->turn(b->angle);
    }
  }
};

} // namespace

extern "C" double f(double *x, int n) {
  Yard yard;
  Body &a = yard.add(Disc(2));
  a.place = x[0];
  a.speed = x[1];
  Hull h;
  h.count = 3;
  for (int i = 0; i < 3; i++) {
    h.corner[i] = Point(i + x[0], 2 - i * x[1] + x[3]);
    h.normal[i] = Point(0.2 * i, 0.1);
  }
  Body &b = yard.add(h);
  b.place = x[1];
  b.speed = x[2];
  for (int i = 0; i < n; i++) {
    yard.step();
    a.speed += 0.1 * touch(a, b);
  }
  return a.place * a.speed + b.place * b.speed;
}
