// Instances of one template are types that differ only in a number, and so do the types that they are
// as bases, with another number: a pair of pointers beside one of a float and a count, which is a base;
// terms over virtual bases, of which the second is one of a class with other members in that place.
// llad: func f double
// llad: arg x dup double[4] {0.7,-0.4,1.3,0.2}
// llad: arg n const int 4
template <class L, class R> struct Both {
  L left;
  R right;
  Both(L l, R r) : left(l), right(r) {}
  double times() const { return *left * *right; }
};
struct Counted : Both<double, int> {
  int more;
  Counted(double v, int k) : Both<double, int>(v, k), more(2) {}
};
struct Scale {
  double by;
  Scale() : by(2) {}
};
template <class T> struct Term : virtual Scale {
  T at;
  Term(T a) : at(a) {}
  double value() const { return by * *at; }
};
struct Shifted : Term<const double *> {
  const double *shift;
  Shifted(const double *a, const double *s) : Term<const double *>(a), shift(s) {}
  double sum() const { return value() * *shift; }
};
struct Plain : Term<double *> {
  double *shift;
  Plain(double *a, double *s) : Term<double *>(a), shift(s) {}
  double sum() const { return value() * *shift; }
};
extern "C" double f(double *x, int n) {
  double a = x[0] * x[1], b = x[2] + x[3];
  Both<double *, double *> p(&a, &b);
  Both<double *, double *> q(&b, &b), *pairs[2] = {&p, &q};
  Counted c(0.5, n);
  Shifted s(x, x + 1);
  Plain t(&a, &b);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += pairs[i % 2]->times();
  return sum + c.left * c.right * c.more + s.sum() + t.sum() * x[3];
}
