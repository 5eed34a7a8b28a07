// An object of strings and doubles that it reads from columns of the strings, by way of
// streams: what is copied out of a string begins at any byte.
// llad: func zones_of_text double
// llad: arg x dup double[6] {0.5,1.25,2,0.75,1.5,0.25}
// llad: arg n const int 6
// llad: tags heap call exceptions

#include <sstream>
#include <stdexcept>
#include <string>

class record {
  std::string name_, first_, second_;
  int number_ = 0;
  std::string code_;
  double a_ = 0, b_ = 0, c_ = 0;

  static void number(const std::string &s, int &v) {
    std::stringstream ss(s);
    if (!(ss >> v))
      throw std::runtime_error("no number");
  }
  static void real(const std::string &s, double &v) {
    std::string t;
    for (char c : s)
      if (c != ' ')
        t += c;
    std::stringstream ss(t);
    if (!(ss >> v))
      throw std::runtime_error("no number");
  }

public:
  record(const std::string &name, const std::string &first, const std::string &second)
      : name_(name), first_(first), second_(second) {
    if (first_.size() != 30 || second_.size() != 30)
      throw std::runtime_error("length");
    if (first_[0] != '1')
      throw std::runtime_error("first");
    number(first_.substr(2, 5), number_);
    code_ = first_.substr(9, 12);
    if (second_[0] != '2')
      throw std::runtime_error("second");
    real(second_.substr(3, 8), a_);
    real(second_.substr(11, 9), b_);
    real(second_.substr(20, 9), c_);
  }
  double a() const { return a_; }
  double b() const { return b_; }
  double c() const { return c_; }
  int number() const { return number_; }
};

struct elements {
  double a, b, c;
  explicit elements(const record &r) : a(r.a()), b(r.b() * 2), c(r.c()) {}
};

extern "C" double zones_of_text(const double *x, int n) {
  record r("one", "1 20406B 10203C   40506.708090", "2 20406  15.1296 112.0025 0.75");
  elements e(r);
  int k = r.number();
  return e.a * x[2] + e.b * x[3] + e.c * x[4] * x[n - 1] + k * 1e-4 * x[0];
}
