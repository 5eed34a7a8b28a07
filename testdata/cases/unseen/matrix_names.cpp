// Chains of named matrices from text: a map by name, small buffers by hand, products in the best order, steps in a set.
#include <cmath>
#include <cstddef>
#include <cstring>
#include <functional>
#include <new>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

class Matrix {
  int r = 0, c = 0;
  double inside[6];
  double *at = inside;

  void reserve(int n) { at = n <= 6 ? inside : new double[n]; }

public:
  Matrix() = default;
  Matrix(int rows, int cols) : r(rows), c(cols) {
    reserve(r * c);
    std::memset(at, 0, sizeof(double) * r * c);
  }
  Matrix(const Matrix &o) : r(o.r), c(o.c) {
    reserve(r * c);
    std::memcpy(at, o.at, sizeof(double) * r * c);
  }
  Matrix(Matrix &&o) noexcept : r(o.r), c(o.c) {
    if (o.at == o.inside) std::memcpy(inside, o.inside, sizeof inside);
    else at = std::exchange(o.at, o.inside);
    o.r = o.c = 0;
  }
  Matrix &operator=(Matrix o) noexcept {
    this->~Matrix();
    return *new (this) Matrix(std::move(o));
  }
  ~Matrix() {
    if (at != inside) delete[] at;
  }
  int rows() const { return r; }
  int cols() const { return c; }
  double &operator()(int i, int j) { return at[i * c + j]; }
  double operator()(int i, int j) const { return at[i * c + j]; }
};

static Matrix operator*(const Matrix &a, const Matrix &b) {
  if (a.cols() != b.rows()) throw std::domain_error("shapes of a product do not fit");
  Matrix m(a.rows(), b.cols());
  for (int i = 0; i < a.rows(); i++)
    for (int k = 0; k < a.cols(); k++)
      for (int j = 0; j < b.cols(); j++) m(i, j) += a(i, k) * b(k, j);
  return m;
}

struct Step {
  long cost;
  int from, to;
};
struct Cheaper {
  bool operator()(const Step &a, const Step &b) const { return std::tie(a.cost, a.from, a.to) < std::tie(b.cost, b.from, b.to); }
};

class Chains {
  std::unordered_map<std::string, Matrix> named;
  std::set<Step, Cheaper> steps;

public:
  void set(const std::string &name, Matrix m) { named[name] = std::move(m); }
  Matrix &operator[](const std::string &name) { return named.at(name); }
  const auto &log() const { return steps; }

  Matrix eval(const std::string &line) {
    std::istringstream in(line);
    std::vector<std::reference_wrapper<const Matrix>> list;
    for (std::string w; in >> w;) list.push_back(std::cref(named.at(w)));
    int n = static_cast<int>(list.size());
    std::vector<std::vector<std::pair<long, int>>> best(n, std::vector<std::pair<long, int>>(n));
    for (int len = 1; len < n; len++)
      for (int i = 0; i + len < n; i++) {
        best[i][i + len].first = 1L << 60;
        for (int k = i; k < i + len; k++) {
          long c = best[i][k].first + best[k + 1][i + len].first + 1L * list[i].get().rows() * list[k].get().cols() * list[i + len].get().cols();
          if (c < best[i][i + len].first) best[i][i + len] = {c, k};
        }
      }
    std::function<Matrix(int, int)> product = [&](int i, int j) -> Matrix {
      if (i == j) return list[i];
      steps.insert({best[i][j].first, i, j});
      return product(i, best[i][j].second) * product(best[i][j].second + 1, j);
    };
    return product(0, n - 1);
  }
};

extern "C" double f(const double *x, std::size_t n) {
  Chains chains;
  int shapes[][2] = {{2, 3}, {3, 4}, {4, 1}, {1, 2}};
  const char *names[] = {"rotate", "wide and long enough for the heap", "tall", "row"};
  for (int k = 0; k < 4; k++) {
    Matrix m(shapes[k][0], shapes[k][1]);
    for (int i = 0; i < m.rows(); i++)
      for (int j = 0; j < m.cols(); j++) m(i, j) = std::sin(x[(3 * i + j + 2 * k) % n] * (k + 1)) + 0.1 * (i - j);
    chains.set(k == 1 ? "wide" : names[k], std::move(m));
  }
  double s = 0;
  Matrix p = chains.eval("rotate wide tall row");
  s += p(0, 0) * p(1, 1) - p(0, 1) * p(1, 0) * x[5];
  chains["tall"](2, 0) += x[11] * p(0, 1);
  chains.set("rotate", p * chains["rotate"]);
  Matrix q = chains.eval("row rotate wide tall");
  s += q(0, 0);
  try {
    s += chains.eval("wide wide")(0, 0);
  } catch (const std::domain_error &) {
    s += 0.1 * x[3] * x[3];
  }
  for (const Step &t : chains.log()) s += 1e-3 * t.cost * x[t.from + t.to];
  return s;
}
