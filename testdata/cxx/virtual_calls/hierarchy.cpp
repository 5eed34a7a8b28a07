// Trees of unique_ptr to a base class, cloned; strings from virtual functions; virtual bases.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <memory>
#include <vector>
#include <cmath>
#include <string>
struct Base { virtual ~Base() = default; virtual double eval(double t) const = 0; virtual std::unique_ptr<Base> clone() const = 0; virtual std::string name() const { return "base"; } };
struct Lin : Base { double a, b; Lin(double a, double b) : a(a), b(b) {} double eval(double t) const override { return a * t + b; } std::unique_ptr<Base> clone() const override { return std::make_unique<Lin>(*this); } };
struct Sin : Base { double w; explicit Sin(double w) : w(w) {} double eval(double t) const override { return std::sin(w * t); } std::unique_ptr<Base> clone() const override { return std::make_unique<Sin>(*this); } std::string name() const override { return "sine of something quite long"; } };
struct Sum : Base { std::vector<std::unique_ptr<Base>> parts; double eval(double t) const override { double s = 0; for (auto &p : parts) s += p->eval(t); return s; } std::unique_ptr<Base> clone() const override { auto r = std::make_unique<Sum>(); for (auto &p : parts) r->parts.push_back(p->clone()); return r; } };
struct VA { virtual ~VA() {} double va; }; struct VB : virtual VA { double vb; }; struct VC : virtual VA { double vc; }; struct VD : VB, VC { double vd; double sum() { return va * vb + vc * vd; } };
extern "C" double f(double *x, int n) {
  Sum s; s.parts.push_back(std::make_unique<Lin>(x[0], x[1])); s.parts.push_back(std::make_unique<Sin>(x[2]));
  auto inner = std::make_unique<Sum>(); inner->parts.push_back(std::make_unique<Lin>(x[3], x[4])); s.parts.push_back(std::move(inner));
  auto c = s.clone(); double r = c->eval(x[5]) + s.eval(0.5);
  for (auto &p : s.parts) r += p->name().size();
  VD d; d.va = x[0]; d.vb = x[1]; d.vc = x[2]; d.vd = x[3]; VA *pa = &d; pa->va *= 2;
  if (auto *l = dynamic_cast<Lin *>(s.parts[0].get())) r += l->a * l->b;
  return r + d.sum();
}
