// A parser of formulas: a class with the text as a string beside floats, numbers read with
// the library, loops that are left by an exception which also comes from elsewhere.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <optional>
#include <string>

namespace {

struct Token {
  char kind;
  double value;
};

class Parser {
  const std::string text;
  std::size_t at = 0;
  const double *x;
  std::optional<Token> now;

  std::optional<Token> next() {
    while (at < text.size() && text[at] == ' ')
      ++at;
    if (at >= text.size())
      return std::nullopt;
    char c = text[at];
    if (c >= '0' && c <= '9') {
      std::size_t end = at;
      while (end < text.size() && ((text[end] >= '0' && text[end] <= '9') || text[end] == '.'))
        ++end;
      Token t{'n', std::stod(text.substr(at, end - at))};
      at = end;
      return t;
    }
    if (c == 'x') {
      at += 2;
      return Token{'n', x[text[at - 1] - '0']};
    }
    ++at;
    return Token{c, 0};
  }
  double factor() {
    if (!now)
      throw std::string("end");
    Token t = *now;
    now = next();
    return t.value;
  }
 public:
  Parser(std::string s, const double *x) : text(std::move(s)), x(x) { now = next(); }
  double product() {
    double v = factor();
    while (now) {
      char op = now->kind;
      now = next();
      double w = factor();
      v = op == '*' ? v * w : v / w;
    }
    return v;
  }
};

}  // namespace

extern "C" double f(double *x, int n) {
  double v = Parser("3.5*x2 / x3 * x0", x).product();
  try {
    Parser("x0 * 2.5 *", x).product();
  } catch (const std::string &e) {
    v += x[1] * e.size();
  }
  return v * x[4];
}
