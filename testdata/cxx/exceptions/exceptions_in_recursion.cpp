// Exceptions thrown in recursion behind stores to active memory, and caught where
// nobody reads that memory any more: a parser that gives up, a tree that is not built.

// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

class Parser {
  const std::string text;
  const double *x;
  std::size_t at = 0;
  struct {
    char kind;
    double value;
  } token{};

  void advance() {
    if (at >= text.size()) {
      token = {'.', 0};
    } else if (text[at] == 'x') {
      token = {'v', x[text[at + 1] - '0']};
      at += 2;
    } else {
      token = {text[at++], 0};
    }
  }
  double factor() {
    auto t = token;
    advance();
    if (t.kind == 'v') return t.value;
    if (t.kind == '-') return -factor();
    if (t.kind != '(') throw std::runtime_error("factor");
    double v = sum();
    advance();
    return v;
  }
  double term() {
    double v = factor();
    while (token.kind == '*' || token.kind == '/') {
      char op = token.kind;
      advance();
      v = op == '*' ? v * factor() : v / factor();
    }
    return v;
  }
  double sum() {
    double v = term();
    while (token.kind == '+') {
      advance();
      v += term();
    }
    return v;
  }

public:
  Parser(const char *text, const double *x) : text(text), x(x) {}
  double run() {
    advance();
    return sum();
  }
};

struct Node {
  double value = 0;
  std::unique_ptr<Node> left, right;
};

std::unique_ptr<Node> build(const double *x, int from, int to, int limit) {
  auto n = std::make_unique<Node>();
  n->value = x[from] * 2;
  if (from >= limit) throw from;
  if (to - from > 1) {
    int mid = (from + to) / 2;
    n->left = build(x, from, mid, limit);
    n->right = build(x, mid, to, limit);
  }
  return n;
}

double total(const Node *n) {
  return n ? std::sin(n->value) + total(n->left.get()) * total(n->right.get()) : 0.5;
}

double grown(const double *x, int n, int limit) {
  try {
    return total(build(x, 0, n, limit).get());
  } catch (int k) {
    return x[k] * x[k];
  }
}

} // namespace

extern "C" double f(double *x, int n) {
  double r = Parser("x0*(x1+-x2)/x3+x4*x5", x).run();
  try {
    Parser("x0*(x1+", x).run();
  } catch (const std::exception &e) {
    r += x[1] * std::string(e.what()).size();
  }
  r *= grown(x, n, 3);
  r *= grown(x, n, n);
  return r;
}
