// Values of several kinds in one vector: an integer or a truth value takes the place of
// a number that has a derivative, and they change places.

// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <utility>
#include <variant>
#include <vector>

namespace {

struct Scaled { double by; int times; double plus; };
using Term = std::variant<double, int, Scaled, bool, char>;

struct Value {
  double t;
  double operator()(double v) const { return v * t; }
  double operator()(int k) const { return k * t; }
  double operator()(const Scaled &s) const { return s.by * s.times * std::sin(t) + s.plus; }
  double operator()(bool b) const { return b ? t * t : 0; }
  double operator()(char c) const { return (c - 'a') * 0.5; }
};

}  // namespace

extern "C" double f(double *x, int n) {
  std::vector<Term> terms;
  for (int k = 0; k < n; k++) {
    if (k % 3 == 1)
      terms.push_back(Scaled{x[k], k, x[k - 1]});
    else
      terms.push_back(x[k]);
  }
  terms[0] = 2 * n;
  terms[1] = true;
  terms[2] = 'c';
  terms.push_back(Scaled{x[1] * x[2], 2, x[3]});
  std::swap(terms[0], terms[5]);
  std::swap(terms[1], terms[3]);
  terms.push_back(3);
  double sum = 0;
  for (const Term &term : terms)
    sum += std::visit(Value{0.3 * sum + 1}, term);
  terms[2] = sum * x[0];
  return sum + std::get<double>(terms[2]) + std::get<double>(terms[0]);
}
