// Text of the library's facets and a number read from text, beside numbers of many kinds.
// llad: func f double
// llad: arg x dup double[4] {0.7,1.3,0.4,1.9}
// llad: arg n const int 4
#include <charconv>
#include <locale>
#include <string>
#include <vector>
union word { double number; const char *text; };
static std::string lower(const std::string &s) {
  std::vector<char> v(s.begin(), s.end());
  const std::ctype<char> &types = std::use_facet<std::ctype<char>>(std::locale());
  types.tolower(v.data(), v.data() + v.size());
  return std::string(v.begin(), v.end());
}
extern "C" double f(const double *x, int n) {
  double r = 0, read = x[0] * x[1];
  std::vector<word> words(2 * n);
  for (int i = 0; i < n; i++) {
    words[2 * i].number = x[i] * x[i];
    words[2 * i + 1].text = lower("WEIGHT").c_str() ? "2.5e0;" : "";
  }
  for (int i = 0; i < n; i++) {
    const char *t = words[2 * i + 1].text;
    r += read * words[2 * i].number;
    auto [end, code] = std::from_chars(t, t + 5, read);
    r += (end - t) * x[i];
  }
  const auto &points = std::use_facet<std::numpunct<char>>(std::locale());
  return r + (points.grouping().size() + 1) * x[3] + (lower("ABC") == "abc" ? x[1] : 0) * points.decimal_point();
}
