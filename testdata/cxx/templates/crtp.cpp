// Expression templates and CRTP.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <cstddef>
template <class E> struct Expr { double operator[](size_t i) const { return static_cast<const E &>(*this)[i]; } size_t size() const { return static_cast<const E &>(*this).size(); } };
struct Vec : Expr<Vec> {
  double *d; size_t n;
  explicit Vec(size_t k) : d(new double[k]), n(k) {}
  template <class E> Vec(const Expr<E> &e) : d(new double[e.size()]), n(e.size()) { for (size_t i = 0; i < n; i++) d[i] = e[i]; }
  Vec(const Vec &o) : d(new double[o.n]), n(o.n) { for (size_t i = 0; i < n; i++) d[i] = o.d[i]; }
  ~Vec() { delete[] d; }
  double &operator[](size_t i) { return d[i]; }
  double operator[](size_t i) const { return d[i]; }
  size_t size() const { return n; }
  template <class E> Vec &operator+=(const Expr<E> &e) { for (size_t i = 0; i < n; i++) d[i] += e[i]; return *this; }
};
template <class A, class B> struct Sum : Expr<Sum<A, B>> { const A &a; const B &b; Sum(const A &p, const B &q) : a(p), b(q) {} double operator[](size_t i) const { return a[i] + b[i]; } size_t size() const { return a.size(); } };
template <class A, class B> struct Prod : Expr<Prod<A, B>> { const A &a; const B &b; Prod(const A &p, const B &q) : a(p), b(q) {} double operator[](size_t i) const { return a[i] * b[i]; } size_t size() const { return a.size(); } };
template <class A, class B> Sum<A, B> operator+(const Expr<A> &a, const Expr<B> &b) { return {static_cast<const A &>(a), static_cast<const B &>(b)}; }
template <class A, class B> Prod<A, B> operator*(const Expr<A> &a, const Expr<B> &b) { return {static_cast<const A &>(a), static_cast<const B &>(b)}; }
extern "C" double f(double *x, int n) {
  Vec a(n), b(n);
  for (int i = 0; i < n; i++) { a[i] = x[i]; b[i] = std::cos(x[i]); }
  Vec c = a * b + a;
  c += b * b * a;
  double s = 0;
  for (size_t i = 0; i < c.size(); i++) s += c[i] * c[i];
  return s;
}
