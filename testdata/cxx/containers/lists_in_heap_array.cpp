// Lists in an array on the heap: their lengths go up and down, and the array's places cannot be
// told from the nodes of the lists that it is linked to.
// llad: func f double
// llad: arg x dup double[5] {0.7,-0.4,1.3,0.2,0.9}
// llad: arg n const int 5
#include <algorithm>
#include <array>
#include <list>
#include <memory>

namespace {

using Lists = std::array<std::list<double>, 3>;

void fill(Lists &lists, const double *x, int n) {
  for (auto &l : lists) {
    l.clear();
    for (int k = 0; k < n; k++) {
      double v = x[k] * x[(k + 1) % n];
      l.push_front(std::move(v));
    }
  }
}

double sum(const std::list<double> &l) {
  double r = 0, w = 1;
  for (double v : l) r += w * v, w += 0.5;
  return r * double(l.size());
}

std::unique_ptr<Lists> make(const double *x, int n) {
  std::unique_ptr<Lists> lists = std::make_unique<Lists>();
  fill(*lists, x, n);
  return lists;
}

}  // namespace

extern "C" double f(const double *x, int n) {
  auto lists = make(x, n);
  std::reverse(lists->begin(), lists->end());
  (*lists)[0].remove_if([](double v) { return v > 0.5; });
  for (double &v : (*lists)[0]) v = v * x[1] + v * v;
  double r = sum((*lists)[0]);
  lists = make(x, n - 1);
  for (auto &l : *lists) r += sum(l);
  return r;
}
