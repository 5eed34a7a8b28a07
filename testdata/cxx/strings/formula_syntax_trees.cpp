// Formulas in text: functions that call each other in recursion read one, make a tree of
// shared nodes with names and numbers, and virtual functions evaluate it. Beside it, memory
// of numbers that a function in an object computes, and values of any type.
// llad: func f double
// llad: arg x dup double[4] range(0.5,2)
// llad: arg n const int 4
#include <any>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

struct Term {
  virtual ~Term() = default;
  virtual double value(const std::map<std::string, double> &names) const = 0;
};
using Link = std::shared_ptr<Term>;

struct Number : Term {
  double v;
  explicit Number(double a) : v(a) {}
  double value(const std::map<std::string, double> &) const override { return v; }
};

struct Name : Term {
  std::string name;
  explicit Name(std::string s) : name(std::move(s)) {}
  double value(const std::map<std::string, double> &names) const override { return names.at(name); }
};

struct Pair : Term {
  char op;
  Link a, b;
  Pair(char c, Link l, Link r) : op(c), a(std::move(l)), b(std::move(r)) {}
  double value(const std::map<std::string, double> &names) const override {
    double u = a->value(names), v = b->value(names);
    return op == '+' ? u + v : op == '*' ? u * v : u / (1 + v * v);
  }
};

struct Reader {
  const std::string &text;
  size_t at;
  bool sees(char c) const { return at < text.size() && text[at] == c; }
  Link factor() {
    if (sees('(')) {
      at++;
      Link inner = sum();
      at++;
      return inner;
    }
    size_t begin = at;
    while (at < text.size() && std::isalnum(text[at])) at++;
    std::string word = text.substr(begin, at - begin);
    if (std::isdigit(word[0])) return std::make_shared<Number>(std::stod(word));
    return std::make_shared<Name>(word);
  }
  Link product() {
    Link l = factor();
    while (sees('*') || sees('/')) {
      char op = text[at++];
      l = std::make_shared<Pair>(op, l, factor());
    }
    return l;
  }
  Link sum() {
    Link l = product();
    while (sees('+')) l = std::make_shared<Pair>(text[at++], l, product());
    return l;
  }
};

static double remembered(const double *x) {
  std::unordered_map<int, double> known;
  std::function<double(int)> term = [&](int k) -> double {
    if (k < 2) return x[k];
    auto it = known.find(k);
    if (it != known.end()) return it->second;
    return known[k] = term(k - 1) * 0.75 + term(k - 2) * x[2];
  };
  return term(8);
}

static double anything(const double *x, int n) {
  std::vector<std::any> list;
  for (int k = 0; k < n; k++)
    if (k % 2) list.push_back(x[k]);
    else list.push_back(std::vector<double>{x[k], 3 * x[k]});
  double s = 0;
  for (auto &a : list)
    if (auto v = std::any_cast<std::vector<double>>(&a)) s += (*v)[0] * (*v)[1];
    else s += std::exp(-std::any_cast<double>(a));
  return s;
}

extern "C" double f(double *x, int n) {
  std::string text = "a*b+3*(c+a*(d+2))/b+d";
  Reader r{text, 0};
  Link tree = r.sum();
  std::map<std::string, double> names;
  for (int k = 0; k < n; k++) names[std::string(1, char('a' + k))] = x[k];
  return tree->value(names) + remembered(x) * anything(x, n);
}
