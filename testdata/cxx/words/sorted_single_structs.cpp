// Structs of floats, a number and an address that are sorted: optimisers move their last bytes by themselves.
// llad: func single_sorted float
// llad: arg x dup float[6] {0.5,1.25,2,0.75,1.5,0.25}
// llad: arg n const int 6
// llad: tags float
// llad: difftol 2e-4
// llad: dottol 1e-5

#include <algorithm>
#include <vector>

struct entry {
  float weight, height;
  unsigned key;
  float *sum;
};

extern "C" float single_sorted(const float *x, int n) {
  std::vector<entry> list;
  std::vector<float> sums(n);
  for (int i = 0; i < n; i++)
    list.push_back({x[i], x[(i + 1) % n] * x[i], unsigned(i * 7 % 5), &sums[i]});
  std::sort(list.begin(), list.end(), [](const entry &a, const entry &b) { return a.key < b.key; });
  for (entry &e : list)
    *e.sum += e.weight * e.height;
  float s = 0;
  int k = 1;
  for (entry &e : list)
    s += k++ * e.weight + *e.sum * e.key;
  return s;
}
