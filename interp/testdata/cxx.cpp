// Classes, virtual calls, templates, exceptions, new and delete, std::vector.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

struct Shape {
  virtual ~Shape() { std::printf("~Shape\n"); }
  virtual double area() const = 0;
  virtual const char *name() const { return "shape"; }
};
struct Square : Shape {
  double s;
  explicit Square(double s) : s(s) {}
  double area() const override { return s * s; }
  const char *name() const override { return "square"; }
};
struct Rect : Shape {
  double a, b;
  Rect(double a, double b) : a(a), b(b) {}
  ~Rect() override { std::printf("~Rect\n"); }
  double area() const override { return a * b; }
};
struct Error { int code; };
struct Base { virtual ~Base() {} int v = 1; };
struct Derived : Base { Derived(int x) { v = x; } };
struct Left { virtual ~Left() {} int l = 3; };
struct Right { virtual ~Right() {} int r = 4; };
struct Both : Left, Right { int b = 5; };
struct Top { virtual ~Top() {} int t = 6; };
struct Diamond1 : virtual Top { int d1 = 7; };
struct Diamond2 : virtual Top { int d2 = 8; };
struct Bottom : Diamond1, Diamond2 { int z = 9; };
struct Guard {
  const char *n;
  explicit Guard(const char *n) : n(n) {}
  ~Guard() { std::printf("guard %s\n", n); }
};

__attribute__((noinline)) int thrower(int n) {
  Guard g("thrower");
  if (n == 1) throw 42;
  if (n == 2) throw Error{7};
  if (n == 3) throw Derived(9);
  return n;
}
__attribute__((noinline)) int catcher(int n) {
  Guard g("catcher");
  try {
    return thrower(n);
  } catch (int i) {
    return i + 1;
  } catch (const Base &b) {
    return b.v * 100;
  }
}
static int rethrower(int n) {
  try {
    try {
      return catcher(n);
    } catch (const Error &e) {
      std::printf("error %d\n", e.code);
      throw;
    }
  } catch (...) {
    return -5;
  }
}

__attribute__((noinline)) static int kinds(int n) {
  try {
    if (n == 0) throw Both();
    if (n == 1) throw Bottom();
    if (n == 2) throw "text";
    if (n == 3) throw 2.5;
    static Both both;
    if (n == 4) throw &both;
  } catch (const Right &r) {
    return r.r * 10;
  } catch (const Top &t) {
    return t.t * 100;
  } catch (const char *s) {
    return s[1];
  } catch (double d) {
    return (int)(d * 4);
  } catch (Both *b) {
    return b->b * 1000;
  }
  return -1;
}

template <class T, int N> struct Vec {
  T v[N];
  T dot(const Vec &o) const { T s = 0; for (int i = 0; i < N; i++) s += v[i] * o.v[i]; return s; }
  Vec operator+(const Vec &o) const { Vec r; for (int i = 0; i < N; i++) r.v[i] = v[i] + o.v[i]; return r; }
};
struct Counter {
  static int alive;
  Counter() { ++alive; }
  ~Counter() { --alive; }
};
int Counter::alive = 0;
static std::array<double, 3> &global() {
  static std::array<double, 3> a{{std::sqrt(4.0), 2, 3}};
  a[0] += 1;
  return a;
}
struct Init { int v; Init() : v(17) {} } static init;

int main() {
  {
    std::unique_ptr<Shape> a(new Square(3)), b(new Rect(2, 5));
    std::printf("%g %s %g %s\n", a->area(), a->name(), b->area(), b->name());
  }
  for (int i = 0; i < 4; i++) std::printf("%d\n", rethrower(i));
  for (int i = 0; i < 6; i++) std::printf("%d ", kinds(i));
  std::printf("\n");
  Vec<float, 3> p{{1, 2, 3}}, q{{4, 5, 6}};
  std::printf("%g %g\n", (p + q).dot(p), (double)Vec<double, 2>{{1, 2}}.dot({{3, 4}}));
  Counter *c = new Counter[5];
  std::printf("%d ", Counter::alive);
  delete[] c;
  std::printf("%d\n", Counter::alive);
  std::vector<double> v;
  for (int i = 0; i < 20; i++) v.push_back((i * 7) % 20 + 0.5);
  std::sort(v.begin(), v.end());
  v.insert(v.begin() + 3, -1);
  v.erase(v.begin());
  for (double x : v) std::printf("%g ", x);
  std::vector<std::vector<int>> m(3, std::vector<int>(2, 7));
  m[1][1] = 8;
  auto f = [&](int k) { return m[k][1] + (int)v.size(); };
  std::printf("\n%d %d %g %d\n", f(0), f(1), global()[0] + global()[0], init.v);
  return 0;
}
