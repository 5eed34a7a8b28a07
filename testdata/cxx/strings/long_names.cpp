// Names of more characters than a string holds itself, in C++20, where the code that makes them is in the program: what a
// string keeps is taken for memory without a shadow wherever it is found.
// llad: func f double
// llad: arg x dup double[3] {0.7,1.3,-0.4}
// llad: arg n const int 3
// llad: cflags -std=c++20
#include <map>
#include <string>
#include <utility>
#include <vector>
struct Note {
  std::string text;
  double weight;
};
__attribute__((noinline)) static Note noted(double x) { return Note{"a remark that is much too long for a small string", -2 * x}; }
extern "C" double f(double *x, int n) {
  std::map<std::string, double> table{{"the first entry of the table", x[0]}, {"the second entry of the table", x[1] * x[0]}};
  table["an entry that comes later, with a longer name"] = x[2];
  table["the first entry of the table"] *= x[1];
  Note a = noted(x[0]);
  Note b = a;
  std::vector<Note> notes{a, std::move(b)};
  notes.push_back(noted(x[1]));
  double sum = 0;
  for (auto &e : table) sum += e.second * e.second;
  for (auto &k : notes) sum += k.weight * x[n - 1] * double(k.text.size());
  return sum;
}
