// Tangents from a tape in C++: containers, virtual functions and tables of functions,
// lambdas, exceptions that leave, against plain forward mode.
// link: -fsanitize=address
// prints: good
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#include <map>
#include <list>
#include <memory>
#include <string>
#include <algorithm>
#include <functional>
#include <stdexcept>
#include <numeric>
#include <array>
#include <complex>
extern int enzyme_dup, enzyme_const, enzyme_nofree;
template <typename R, typename... A> R __enzyme_augmentfwd(A...);
template <typename R, typename... A> R __enzyme_fwdsplit(A...);
template <typename R, typename... A> R __enzyme_fwddiff(A...);
struct tr { void *tape; double result; };
static int bad;
#define NN 5
static double x0[NN] = {0.7, -1.3, 2.1, 0.4, 1.9}, dx0[NN] = {1, 0.3, -0.2, 2, 0.9};
using F = double (*)(double *, int);
static void check(const char *name, double a, double b) { if (!(std::fabs(a - b) <= 1e-13 * (1 + std::fabs(a)))) { printf("%s: %.17g %.17g\n", name, a, b); bad = 1; } }
#define TRY(f) { double x[NN], dx[NN], y[NN], dy[NN]; memcpy(x, x0, sizeof x); memcpy(dx, dx0, sizeof dx); memcpy(y, x0, sizeof x); memcpy(dy, dx0, sizeof dx); \
  double a = __enzyme_fwddiff<double>((void *)f, enzyme_dup, x, dx, enzyme_const, NN); \
  tr t = __enzyme_augmentfwd<tr>((void *)f, enzyme_dup, y, dy, enzyme_const, NN); memset(y, 0xff, sizeof y); \
  double b = __enzyme_fwdsplit<double>((void *)f, enzyme_dup, y, dy, enzyme_const, NN, t.tape); check(#f, a, b); \
  for (int k = 0; k < NN; k++) check(#f " x", dx[k], dy[k]); }

double vec(double *x, int n) {
  std::vector<double> v(x, x + n), w;
  for (double e : v) if (e > 0) w.push_back(e * e);
  for (int k = 0; k < 20; k++) w.push_back(std::sin(w[k]) * v[k % n]);
  std::vector<std::vector<double>> m;
  for (int k = 0; k < n; k++) { m.push_back(w); for (auto &e : m.back()) e *= x[k]; }
  double s = 0;
  for (auto &r : m) for (auto e : r) s += e * s * 0.1 + e;
  x[1] = s;
  return s;
}
double sorted(double *x, int n) {
  std::vector<double> v(x, x + n);
  std::sort(v.begin(), v.end());
  double s = 0;
  for (int k = 0; k < n; k++) s += std::pow(v[k], k + 1);
  return s + std::accumulate(v.begin(), v.end(), 1.0, std::multiplies<double>());
}
struct shape { virtual double area(double r) const = 0; virtual ~shape() {} };
struct circle : shape { double area(double r) const override { return 3 * r * r; } };
struct square : shape { double side; square(double s) : side(s) {} double area(double r) const override { return side * r; } };
double maps(double *x, int n) {
  std::map<int, double> m;
  for (int k = 0; k < 3 * n; k++) m[(k * 7) % 11] += x[k % n] * k;
  double s = 0;
  for (auto &e : m) s += e.second * s + e.first * std::cos(e.second);
  return s;
}
double lists(double *x, int n) {
  std::list<double> l;
  for (int k = 0; k < n; k++) { if (x[k] > 0) l.push_back(x[k]); else l.push_front(x[k] * x[k]); }
  double s = 1;
  for (double e : l) s = s * e + std::exp(-s * s);
  return s;
}
double uniq(double *x, int n) {
  std::unique_ptr<double[]> p(new double[n]);
  for (int k = 0; k < n; k++) p[k] = x[k] * (k + 1);
  auto q = std::make_shared<std::vector<double>>(p.get(), p.get() + n);
  auto r = q;
  (*r)[0] = (*q)[1] * x[2];
  return std::inner_product(q->begin(), q->end(), p.get(), 0.0);
}
double lambda(double *x, int n) {
  double c = x[0];
  auto f = [&](double a) { c += a; return a * c; };
  double s = 0;
  for (int k = 0; k < n; k++) s += f(x[k]) * f(s);
  return s;
}
double cplx(double *x, int n) {
  std::complex<double> z(x[0], x[1]), c(x[2], x[3]);
  for (int k = 0; k < n; k++) z = z * z * 0.3 + c;
  return std::norm(z) / std::abs(c);
}
__attribute__((noinline)) static std::array<double, 3> three(double a, double b) { return {a * b, a + b, a / b}; }
double arr(double *x, int n) { auto t = three(x[0], x[1]); auto u = three(t[0], x[2]); x[3] = u[1]; return t[1] * u[2] * u[0]; }
double virt(double *x, int n) {
  circle c; square q(x[1]);
  std::vector<std::unique_ptr<shape>> v;
  for (int k = 0; k < n; k++) { if (k % 2) v.emplace_back(new circle); else v.emplace_back(new square(x[k])); }
  const shape *p = n > 3 ? static_cast<const shape *>(&c) : &q;
  double s = p->area(x[0]);
  for (auto &e : v) s += e->area(s);
  return s;
}
static double tw(double x, int n), th(double x, int n);
static double (*const tab[])(double, int) = {tw, th};
__attribute__((noinline)) static double tw(double x, int n) { return n ? tab[n % 2](x * 1.1, n - 1) * x : x; }
__attribute__((noinline)) static double th(double x, int n) { return n ? tab[n % 3 == 0](std::sin(x), n - 1) + x : 1; }
double table(double *x, int n) { double s = 0; for (int k = 0; k < n; k++) s += tab[k % 2](x[k], 4) * s; return s; }
double strings(double *x, int n) { std::string t = "abc"; double s = 0; for (int k = 0; k < n; k++) { t += std::to_string(k); s += x[k] * t.size() * s + t[k] * x[0]; } return s; }
double thrower(double *x, int n) { std::vector<double> v(n); for (int k = 0; k < n; k++) { if (n > 100) throw std::runtime_error("x"); v.at(k) = x[k] * x[(k + 1) % n]; } return v.at(1) * v.at(2) + v[0]; }
int main() {
  TRY(vec) TRY(sorted) TRY(maps) TRY(lists) TRY(uniq) TRY(lambda) TRY(cplx) TRY(arr) TRY(virt) TRY(table) TRY(strings) TRY(thrower)
  printf("%s\n", bad ? "BAD" : "good");
}
