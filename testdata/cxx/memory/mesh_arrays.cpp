// A class with more arrays than can be told apart one by one, of floats and of numbers,
// that functions of their own allocate, fill and hand out.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <vector>

namespace {

struct Group {
  std::vector<double> a, b, c, d;
  void allocate(int cells);
};

struct Mesh {
  Mesh(int cells);
  ~Mesh() { delete[] flags; delete[] faces; }
  void allocate(int cells);
  void label(int cells);
  double &e(int k) { return energy[k]; }
  int &flag(int k) { return flags[k]; }
  std::vector<double> energy, pressure, volume;
  Group g, h, i, j, k, l, m, n, o, p, q, r;
  std::vector<int> left, right;
  int *flags = nullptr, *faces = nullptr;
};

__attribute__((noinline)) void Group::allocate(int cells) {
  a.resize(cells);
  b.resize(2);
  c.resize(1);
  d.resize(cells + 1);
}

__attribute__((noinline)) Mesh::Mesh(int cells) {
  allocate(cells);
  label(cells);
}

__attribute__((noinline)) void Mesh::allocate(int cells) {
  energy.resize(cells);
  pressure.resize(cells);
  volume.assign(cells, 1.0);
  g.allocate(cells), h.allocate(cells), i.allocate(cells), j.allocate(cells);
  k.allocate(cells), l.allocate(cells), m.allocate(cells), n.allocate(cells);
  o.allocate(cells), p.allocate(cells), q.allocate(cells), r.allocate(cells);
  left.resize(cells);
  right.resize(cells);
  flags = new int[cells];
  faces = new int[2 * cells];
}

__attribute__((noinline)) void Mesh::label(int cells) {
  for (int k = 0; k < cells; k++) {
    left[k] = k == 0 ? cells - 1 : k - 1;
    right[k] = k + 1 == cells ? 0 : k + 1;
    flag(k) = 0;
    faces[2 * k] = left[k];
    faces[2 * k + 1] = right[k];
  }
  flag(0) |= 0x4000;
  for (int k = 1; k < cells; k++)
    flag(k) |= k % 2 ? 0x1000 : flags[k - 1] & 0x3000;
}

__attribute__((noinline)) void step(Mesh &m, double dt) {
  int cells = (int)m.energy.size();
  std::vector<double> next(m.energy);
  for (int k = 0; k < cells; k++) {
    m.pressure[k] = 0.4 * m.e(k) / m.volume[k];
    double out = m.e(k) - m.e(m.faces[2 * k]);
    if (m.flag(k) & 0x1000)
      out *= std::exp(-m.pressure[k]);
    next[k] -= dt * (out + 0.5 * std::sin(m.e(m.right[k])));
    m.k.a[k] += m.pressure[k] * dt;
    m.r.c[0] += m.k.a[k] * m.k.a[k];
  }
  m.energy = next;
}

}  // namespace

extern "C" double f(double *x, int n) {
  Mesh m(n);
  for (int k = 0; k < n; k++)
    m.e(k) = x[k];
  for (int k = 0; k < 3; k++)
    step(m, 0.1 + 0.01 * x[0]);
  double s = 0;
  for (int k = 0; k < n; k++)
    s += m.e(k) * m.k.a[k] * m.r.c[0] + m.g.d[k + 1] + (m.flag(k) & 0x4000 ? m.pressure[k] : 0.0);
  return s;
}
