// Records of floats, doubles and integers in a vector that grows by copies of them.

// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <vector>

namespace {

struct Record { float weight; double value; int count; double more[2]; char kind; };

}  // namespace

extern "C" double f(double *x, int n) {
  std::vector<Record> records(n);
  for (int k = 0; k < n; k++) {
    records[k].weight = 0.5f * k;
    records[k].value = x[k] * x[(k + 1) % n];
    records[k].count = k % 3;
    records[k].more[1] = x[k];
    records[k].kind = (char)k;
  }
  for (int k = 0; k < n; k++)
    if (records[k].count == 1)
      records.push_back(records[k]);
  double sum = 0;
  for (const Record &r : records)
    sum += std::sin(r.weight * r.value + r.count * r.more[1]) * r.kind;
  return sum;
}
