// Names that grow by what is appended to them, out of the buffer in the string and out of one on
// the heap, and are moved into nodes and records with numbers beside them.
// llad: func texts_appended double
// llad: arg x dup double[6] {0.5,1.25,2,0.75,1.5,0.25}
// llad: arg n const int 6
// llad: tags heap call

#include <map>
#include <string>
#include <utility>
#include <vector>

struct record {
  std::string name;
  double value;
};

extern "C" double texts_appended(const double *x, int n) {
  std::string brief = "inlet", wordy = "a pump behind the second valve";
  std::map<std::string, double> totals;
  std::vector<record> records;
  for (int i = 0; i < n; i++) {
    totals[brief + (i % 2 ? ", flow at the entrance" : ", pressure at the entrance")] += x[i] * x[i];
    totals[wordy + (i % 3 ? ": flow" : ": pressure")] += x[i];
    std::string name = i % 2 ? brief : wordy;
    name += i < 3 ? " before noon, as measured" : " after";
    records.push_back({std::move(name), x[i] * x[n - 1 - i]});
  }
  double s = 0;
  for (const auto &t : totals)
    s += t.second * t.second * (double)t.first.size();
  for (const record &r : records)
    s += r.value * r.value * (double)r.name.size();
  return s;
}
