// Vectors, maps and pairs of 32-bit floats that are copied as bytes: their alignment says that they have no addresses.
// llad: func single_tables float
// llad: arg x dup float[6] {0.5,1.25,0.5,0.75,1.5,0.25}
// llad: arg n const int 6
// llad: tags float
// llad: difftol 2e-3
// llad: dottol 1e-5

#include <map>
#include <utility>
#include <vector>

struct layer {
  std::vector<float> weights;
  void load(const float *from, int n) { weights.assign(from, from + n); }
};

__attribute__((noinline)) static float total(std::map<int, float> table) {
  float s = 0;
  for (auto &e : table)
    s += e.first % 2 ? e.second : -e.second * e.second;
  return s;
}

extern "C" float single_tables(const float *x, int n) {
  std::map<int, float> table;
  std::vector<std::vector<float>> rows;
  std::vector<std::pair<int, float>> pairs;
  layer last;
  for (int i = 0; i < n; i++) {
    table[i * 5 % n + 1] = x[i] * x[(i + 2) % n];
    rows.push_back(std::vector<float>(x, x + i + 1));
    pairs.emplace_back(i, x[i]);
  }
  last.load(x, n);
  std::vector<std::vector<float>> kept = rows;
  std::vector<std::pair<int, float>> more(pairs.rbegin(), pairs.rend());
  more.insert(more.begin(), pairs.begin(), pairs.end());
  float s = total(table);
  for (auto &row : kept)
    s -= row.back() * row.front() * last.weights[row.size() - 1];
  for (auto &p : more)
    s += p.first % 2 ? p.second : -p.second * p.second;
  return s;
}
