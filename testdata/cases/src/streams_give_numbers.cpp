// Numbers that a stream gives take the place of active ones, beside words that are doubles or addresses.
#include <cstddef>
#include <sstream>
#include <vector>
union Word { double number; const double *link; };
extern "C" double f(const double *x, std::size_t n) {
  std::vector<Word> words;
  for (std::size_t i = 0; i < n; i++) {
    Word w;
    if (i % 3) w.number = x[i] * x[i]; else w.link = x + i;
    words.push_back(w);
  }
  double s = 0;
  for (std::size_t i = 0; i < n; i++) s += (i % 3 ? words[i].number : *words[i].link) * (i + 1);
  std::istringstream text("0.5 7 2.25 x");
  double v[4] = {x[0], x[1], x[2], x[3]};
  int count = 0;
  text >> v[0] >> count >> v[2];
  return s + v[0] * x[4] + v[1] * count + v[2] * x[5] + v[3];
}
