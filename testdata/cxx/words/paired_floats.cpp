// Pairs of floats, of which one is a constant, that optimisers store as words, in objects whose
// addresses stand in a vector that grew.
// llad: func paired_floats double
// llad: arg x dup double[6] {0.5,1.25,2,0.75,1.5,0.25}
// llad: arg n const int 6
// llad: tags float
// llad: difftol 2e-4
// llad: dottol 1e-5

#include <cfloat>
#include <vector>

struct pair {
  float x, y;
  pair() {}
  pair(float x, float y) : x(x), y(y) {}
  void set(float a, float b) {
    x = a;
    y = b;
  }
};

struct body {
  pair at, speed, width;
  float mass, inertia;
  body() {
    at.set(0, 0);
    speed.set(0, 0);
    width.set(1, 1);
    mass = inertia = FLT_MAX;
  }
  void set(const pair &w, float m) {
    at.set(0, 0);
    speed.set(0, 0);
    width = w;
    mass = m;
    if (mass < FLT_MAX)
      inertia = mass * (width.x * width.x + width.y * width.y) / 12.0f;
    else
      inertia = FLT_MAX;
  }
};

__attribute__((noinline)) static double energy(const std::vector<body *> &all) {
  double s = 0;
  for (const body *b : all)
    s += (b->width.x + 0.5) * (b->width.y + 0.25) * b->mass + b->inertia * 3.0;
  return s;
}

extern "C" double paired_floats(const double *x, int n) {
  std::vector<body *> all;
  body a, b, c, d;
  float h = 1.0f + 0.125f * static_cast<float>(x[0]);
  a.set(pair(1.0f, h), static_cast<float>(x[1]));
  all.push_back(&a);
  b.set(pair(h, 2.0f), static_cast<float>(x[2]));
  all.push_back(&b);
  c.set(pair(0.0f, h), static_cast<float>(x[3]));
  all.push_back(&c);
  d.set(pair(h, 0.0f), static_cast<float>(x[n - 2]));
  all.push_back(&d);
  return energy(all);
}
