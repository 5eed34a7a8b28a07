// Tagged unions beside bit fields in a vector that is empty at first: where it is known to
// be, what is stored in it goes to no address at all.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <cstdint>
#include <vector>

namespace {

enum class Kind : uint8_t { circle, box, triangle };

struct Shape {
  Kind kind;
  unsigned visible : 1;
  unsigned layer : 5;
  union {
    struct { double r; } circle;
    struct { double w, h; } box;
    struct { double a, b, angle; } triangle;
  };
};

Shape circle(double r, int layer) {
  Shape s;
  s.kind = Kind::circle, s.visible = 1, s.layer = layer;
  s.circle.r = r;
  return s;
}

Shape box(double w, double h, int layer) {
  Shape s;
  s.kind = Kind::box, s.visible = layer % 2, s.layer = layer;
  s.box = {w, h};
  return s;
}

Shape triangle(double a, double b, double angle, int layer) {
  Shape s;
  s.kind = Kind::triangle, s.visible = 1, s.layer = layer;
  s.triangle = {a, b, angle};
  return s;
}

double area(const Shape &s) {
  switch (s.kind) {
  case Kind::circle: return 3 * s.circle.r * s.circle.r;
  case Kind::box: return s.box.w * s.box.h;
  default: return 0.5 * s.triangle.a * s.triangle.b * std::sin(s.triangle.angle);
  }
}

}  // namespace

extern "C" double f(double *x, int n) {
  std::vector<Shape> shapes;
  shapes.push_back(circle(x[0], 1));
  shapes.push_back(box(x[1], x[2], 3));
  shapes.push_back(box(x[1], x[5], 2));
  shapes.push_back(triangle(x[3], x[4], x[5], 4));
  Shape first = shapes[0];
  shapes[0] = shapes[n - 3];
  shapes[n - 3] = first;
  double s = 0;
  for (const Shape &q : shapes)
    s += q.visible ? area(q) * q.layer : std::log(area(q));
  return s;
}
