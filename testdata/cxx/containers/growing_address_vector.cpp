// Addresses in a vector that grows where the compiler sees how far, beside a map of floats.
// llad: func table_grown double
// llad: arg x dup double[6] {0.5,1.25,2,1.75,1.5,0.25}
// llad: arg n const int 6
// llad: tags float
// llad: difftol 2e-4
// llad: dottol 1e-5

#include <map>
#include <vector>

struct body {
  float at = 0, speed = 0, push = 0, mass = 1;
  void set(float a, float p, float m) {
    at = a;
    push = p;
    mass = m;
  }
};

struct world {
  std::vector<body *> bodies;
  std::map<int, float> walls;
  float drag;
  explicit world(float d) : drag(d) {}
  void add(body *b) { bodies.push_back(b); }
  void step(float dt);
};

__attribute__((noinline)) void world::step(float dt) {
  for (int i = 0; i < static_cast<int>(bodies.size()); i++) {
    body *b = bodies[i];
    b->speed += dt * (b->push - drag * b->speed) / b->mass;
  }
  for (int i = 0; i < static_cast<int>(bodies.size()); i++)
    bodies[i]->at += dt * bodies[i]->speed;
}

extern "C" double table_grown(const double *x, int n) {
  world w(static_cast<float>(x[0]));
  body a, b, c, d;
  a.set(1, static_cast<float>(x[1]), 2);
  w.add(&a);
  b.set(static_cast<float>(x[2]), 1, 2);
  w.add(&b);
  c.set(2, 1, static_cast<float>(x[3]));
  w.add(&c);
  d.set(static_cast<float>(x[n - 2]), static_cast<float>(x[n - 1]), 1);
  w.add(&d);
  for (int k = 0; k < 4; k++)
    w.step(0.5f);
  return static_cast<double>(a.at) * b.at + static_cast<double>(c.at) * d.at;
}
