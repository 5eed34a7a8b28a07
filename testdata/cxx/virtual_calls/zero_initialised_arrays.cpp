// Arrays in objects that are zeros first, which clang 14 copies from a variable without
// optimisation, in a virtual function of a shape that holds shapes.
// llad: func zeros_first double
// llad: arg x dup double[6] {0.5,1.25,2,0.75,1.5,0.25}
// llad: arg n const int 6
// llad: tags heap call struct

#include <vector>

struct point {
  double at[3];
  point() : at{0, 0, 0} {}
  point(double a, double b, double c) : at{a, b, c} {}
};

struct met {
  point where;
  double far;
};

struct shape {
  virtual ~shape() {}
  virtual bool meets(const point &ray, met &m) const = 0;
};

struct ball : shape {
  point middle;
  double radius;
  ball(point middle, double radius) : middle(middle), radius(radius) {}
  bool meets(const point &ray, met &m) const override {
    m.where = point(ray.at[0] * middle.at[0], ray.at[1] * radius, middle.at[2]);
    m.far = m.where.at[0] * 2;
    return m.far > 0;
  }
};

struct list : shape {
  std::vector<shape *> all;
  bool meets(const point &ray, met &m) const override {
    met last;
    bool any = false;
    for (shape *p : all)
      if (p->meets(ray, last)) {
        any = true;
        m = last;
      }
    return any;
  }
};

extern "C" double zeros_first(const double *x, int n) {
  list l;
  for (int i = 0; i + 2 < n; i++)
    l.all.push_back(new ball(point(x[i], 1, x[i + 1]), x[i + 2]));
  met m;
  const shape &world = l;
  world.meets(point(x[3], x[4], x[5]), m);
  for (shape *p : l.all)
    delete p;
  return m.far + m.where.at[1] * 3 + m.where.at[2];
}
