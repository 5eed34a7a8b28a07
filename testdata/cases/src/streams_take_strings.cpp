// Streams that take the memory of strings which are given up to them, beside words that are doubles or addresses.
#include <cstddef>
#include <sstream>
#include <string>
#include <utility>
#include <vector>
union Word { double number; const double *link; };
static double value(const Word &w, bool link) { return link ? *w.link : w.number; }
extern "C" double f(const double *x, std::size_t n) {
  std::vector<Word> words;
  double s = 0;
  std::string text;
  for (std::size_t i = 0; i < n; i++) {
    Word w;
    if (i % 3) w.number = x[i] * x[i]; else w.link = x + i;
    words.push_back(w);
    text += std::to_string(i) + " and ";
  }
  for (std::size_t i = 0; i < n; i++) s += value(words[i], i % 3 == 0) * (i + 1);
  std::istringstream back(std::move(text));
  std::string word;
  int count = 0;
  while (back >> word) count += word == "and";
  std::ostringstream out;
  out.str(std::string(40 + count, '-'));
  return s * count + x[0] * out.str().size();
}
