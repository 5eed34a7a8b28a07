// Stages as std::functions in pmr vectors on a stack buffer, tables as arrays of arrays, folded by accumulate.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory_resource>
#include <numeric>
#include <tuple>
#include <vector>
namespace {
using Samples = std::pmr::vector<double>;
using Stage = std::function<void(Samples &)>;
using Table = std::array<std::array<double, 3>, 3>;
Table mix(double a, double b) {
  Table t{};
  for (size_t i = 0; i < 3; i++)
    for (size_t j = 0; j < 3; j++) t[i][j] = i == j ? a : b / (1.0 + i + j);
  return t;
}
std::tuple<double, double, size_t> moments(const Samples &s) {
  double mean = std::accumulate(s.begin(), s.end(), 0.0) / s.size();
  double var = std::accumulate(s.begin(), s.end(), 0.0, [mean](double acc, double v) { return acc + (v - mean) * (v - mean); }) / s.size();
  return {mean, var, s.size()};
}
} // namespace
extern "C" double f(const double *x, size_t n) {
  std::byte buffer[2048];
  std::pmr::monotonic_buffer_resource arena(buffer, sizeof buffer);
  Samples samples(x, x + n, &arena);
  std::pmr::vector<Stage> stages(&arena);
  Table t = mix(x[0], x[1]);
  stages.emplace_back([t](Samples &s) {
    for (size_t i = 0; i + 2 < s.size(); i += 3) {
      std::array<double, 3> in{s[i], s[i + 1], s[i + 2]};
      for (size_t r = 0; r < 3; r++) s[i + r] = std::inner_product(t[r].begin(), t[r].end(), in.begin(), 0.0);
    }
  });
  double knee = 2.5 * x[2];
  stages.emplace_back([&knee](Samples &s) { std::transform(s.begin(), s.end(), s.begin(), [knee](double v) { return v / (1 + v * v / knee); }); });
  stages.emplace_back([&arena](Samples &s) {
    Samples pairs(&arena);
    for (size_t i = 0; i < s.size(); i++) pairs.push_back(s[i] * s[s.size() - 1 - i]);
    s.insert(s.end(), pairs.begin(), pairs.begin() + 4);
  });
  stages.emplace_back([k = 0, scale = std::vector<double>{x[3], x[4]}](Samples &s) mutable {
    for (double &v : s) v = std::tanh(v * scale[k++ % 2]);
  });
  double s = 0;
  for (int round = 0; round < 2; round++)
    for (auto &stage : stages) {
      stage(samples);
      auto [mean, var, count] = moments(samples);
      s += mean * count + std::sqrt(var + 0.5);
      knee += 0.1 * mean;
    }
  std::pmr::vector<Stage> reversed(stages.rbegin(), stages.rend(), &arena);
  for (auto &stage : reversed) stage(samples);
  return s + std::accumulate(samples.begin(), samples.end(), 1.0, std::multiplies<>()) + samples.back();
}
