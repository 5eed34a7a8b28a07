// Standard containers, algorithms, lambdas, iostream.
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

double total(const std::vector<double> &v) {
  return std::accumulate(v.begin(), v.end(), 0.0, [](double a, double b) { return a + b * b; });
}

std::vector<std::string> split(const std::string &s, char sep) {
  std::vector<std::string> out;
  std::string cur;
  for (char c : s) {
    if (c == sep) {
      out.push_back(cur);
      cur.clear();
    } else
      cur += c;
  }
  out.push_back(std::move(cur));
  return out;
}

std::map<std::string, int> histogram(const std::vector<std::string> &words) {
  std::map<std::string, int> m;
  for (const auto &w : words)
    ++m[w];
  return m;
}

std::function<double(double)> compose(std::function<double(double)> f, double k) {
  return [f, k](double x) { return k * f(x); };
}

std::unique_ptr<std::vector<int>> sorted(std::vector<int> v) {
  std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
  return std::make_unique<std::vector<int>>(std::move(v));
}

int main() {
  for (auto &kv : histogram(split("a,b,a", ',')))
    std::cout << kv.first << ": " << kv.second << std::endl;
  std::cout << total({1, 2, 3}) << compose([](double x) { return x + 1; }, 3)(2) << "\n";
  return sorted({3, 1, 2})->front() - 3;
}
