// Hand-written containers: a linked list with its own nodes, a ring buffer.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
template <class T> class List {
  struct Node { T v; Node *next, *prev; };
  Node *head = nullptr, *tail = nullptr;
public:
  List() = default;
  List(const List &o) { for (Node *n = o.head; n; n = n->next) push(n->v); }
  ~List() { while (head) { Node *n = head; head = n->next; delete n; } }
  void push(const T &v) { Node *n = new Node{v, nullptr, tail}; (tail ? tail->next : head) = n; tail = n; }
  void reverse() { for (Node *n = head; n;) { Node *k = n->next; n->next = n->prev; n->prev = k; n = k; } Node *t = head; head = tail; tail = t; }
  template <class F> void each(F g) const { for (Node *n = head; n; n = n->next) g(n->v); }
};
template <class T, size_t N> class Ring { T d[N]; size_t head = 0, len = 0; public: void push(T v) { d[(head + len) % N] = v; if (len < N) len++; else head = (head + 1) % N; } T operator[](size_t i) const { return d[(head + i) % N]; } size_t size() const { return len; } };
struct P { double a, b; };
extern "C" double f(double *x, int n) {
  List<P> l;
  for (int i = 0; i < n; i++) l.push({x[i], x[i] * x[(i + 1) % n]});
  List<P> m = l;
  m.reverse();
  double s = 0, k = 1;
  l.each([&](const P &p) { s += p.a * k; k *= p.b; });
  m.each([&](const P &p) { s = s * 0.9 + p.a * p.b; });
  std::unique_ptr<double[]> u(new double[n]);
  for (int i = 0; i < n; i++) u[i] = x[i] * s;
  double *cp = static_cast<double *>(std::malloc(n * sizeof(double)));
  std::memcpy(cp, u.get(), n * sizeof(double));
  Ring<double, 4> r;
  for (int i = 0; i < n; i++) r.push(cp[n - 1 - i]);
  std::free(cp);
  for (size_t i = 0; i < r.size(); i++) s += std::sin(r[i]);
  return s;
}
