// std::vector as people use it: insert, erase, iterators, at, of vectors.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>
extern "C" double f(double *x, int n) {
  std::vector<double> v(x, x + n);
  v.insert(v.begin() + 2, x[0] * x[1]);
  v.insert(v.end(), {x[2], 2.0, x[3] * x[3]});
  v.erase(v.begin());
  v.erase(v.begin() + 1, v.begin() + 3);
  v.emplace_back(std::sin(x[4]));
  std::vector<double> w = v;
  w.resize(v.size() + 2, x[5]);
  v.swap(w);
  w.assign(3, x[1]);
  double s = 0;
  for (auto it = v.begin(); it != v.end(); ++it) s += *it * *it;
  for (std::size_t i = 0; i < v.size(); i++) s += v.at(i) * w[i % 3];
  s += v.front() * v.back();
  v.pop_back();
  v.clear();
  v.shrink_to_fit();
  v.reserve(10);
  v.push_back(s);
  std::reverse(w.begin(), w.end());
  return v[0] + w[0] * w.data()[1];
}
