// Every form of new and delete.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <new>
#include <cstdlib>
struct alignas(64) Block { double v[8]; };
struct Particle { double x, v; int id; Particle(double a, double b, int k) : x(a), v(b), id(k) {} ~Particle() { id = -1; } };
extern "C" double f(double *x, int n) {
  double *one = new double(x[0]);
  double *many = new double[n];
  double *none = new (std::nothrow) double[n]();
  Block *aligned = new Block;
  Block *blocks = new Block[2];
  for (int i = 0; i < n; i++) {
    many[i] = x[i] * *one;
    none[i] += many[i] * x[i];
    aligned->v[i] = none[i];
    blocks[i % 2].v[i] = std::sin(many[i]);
  }
  alignas(Particle) unsigned char room[sizeof(Particle)];
  Particle *p = new (room) Particle(x[1], x[2], 3);
  Particle *arr = static_cast<Particle *>(::operator new(sizeof(Particle) * n));
  for (int i = 0; i < n; i++) new (arr + i) Particle(x[i], x[n - 1 - i], i);
  double s = p->x * p->v * p->id;
  for (int i = 0; i < n; i++) s += none[i] * arr[i].x * arr[i].v + aligned->v[i] + blocks[i % 2].v[i];
  for (int i = 0; i < n; i++) arr[i].~Particle();
  ::operator delete(arr);
  p->~Particle();
  delete one;
  delete[] many;
  delete[] none;
  delete aligned;
  delete[] blocks;
  return s;
}
