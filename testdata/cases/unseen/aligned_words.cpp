// Soft alignments of sequences: gap policies, a table of scores made at compile time, counted allocations, errors thrown.
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

struct Counter { std::size_t live = 0, made = 0; };

template <class T> struct Counted {
  using value_type = T;
  Counter *counter;
  explicit Counted(Counter &c) : counter(&c) {}
  template <class U> Counted(const Counted<U> &o) : counter(o.counter) {}
  T *allocate(std::size_t n) {
    void *p = std::malloc(n * sizeof(T));
    if (!p) throw std::bad_alloc();
    counter->live += n;
    counter->made++;
    return static_cast<T *>(p);
  }
  void deallocate(T *p, std::size_t n) {
    counter->live -= n;
    std::free(p);
  }
  template <class U> bool operator==(const Counted<U> &o) const { return counter == o.counter; }
};

template <class T> using Row = std::vector<T, Counted<T>>;

constexpr std::string_view letters = "ACGT";
constexpr std::array<std::array<double, 4>, 4> scores = [] {
  std::array<std::array<double, 4>, 4> s{};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) s[i][j] = i == j ? 1.0 : (i + j) % 2 ? -0.5 : -0.25;
  return s;
}();

struct Linear {
  double each;
  double gap(std::size_t) const { return -each; }
};
struct Growing {
  double first, more;
  double gap(std::size_t at) const { return -first - more * std::log1p(static_cast<double>(at)); }
};

static int letter(char c) {
  auto at = letters.find(c);
  if (at == letters.npos) throw std::invalid_argument(std::string("no letter: ") + c);
  return static_cast<int>(at);
}

template <class Gap> class Aligner {
  Gap gaps;
  double heat;
  Counter &counter;
  double soft(double a, double b, double c) const {
    double m = std::max(a, std::max(b, c));
    return m + heat * std::log(std::exp((a - m) / heat) + std::exp((b - m) / heat) + std::exp((c - m) / heat));
  }

public:
  Aligner(Gap g, double h, Counter &c) : gaps(g), heat(h), counter(c) {}
  double operator()(std::string_view a, std::string_view b, const double *w) const {
    Counted<double> alloc(counter);
    Row<double> last(b.size() + 1, 0.0, alloc), next(b.size() + 1, 0.0, alloc), bonus(b.size(), 0.0, alloc);
    for (std::size_t j = 0; j < b.size(); j++) bonus[j] = 0.1 * w[j % 4];
    std::partial_sum(bonus.begin(), bonus.end(), bonus.begin());
    for (std::size_t j = 1; j <= b.size(); j++) last[j] = last[j - 1] + gaps.gap(j);
    for (std::size_t i = 1; i <= a.size(); i++) {
      next[0] = last[0] + gaps.gap(i);
      for (std::size_t j = 1; j <= b.size(); j++) {
        double s = scores[letter(a[i - 1])][letter(b[j - 1])] * w[letter(b[j - 1])];
        next[j] = soft(last[j - 1] + s, last[j] + gaps.gap(i), next[j - 1] + gaps.gap(j));
      }
      last.swap(next);
    }
    return last.back() + 0.1 * std::inner_product(bonus.begin(), bonus.end(), last.begin(), 0.0);
  }
};

extern "C" double f(const double *x, std::size_t n) {
  Counter counter;
  Aligner<Linear> linear({0.3 * x[0]}, 0.5 + 0.1 * x[1], counter);
  Aligner<Growing> growing({0.2 * x[2], 0.1 * x[3]}, 0.4 * x[4], counter);
  double s = 0;
  for (std::string_view b : {"GATTACA", "GAXTC", "CATGC", "TTAG?"}) {
    try {
      s += linear("GCATGCA", b, x + 5);
      s += 0.5 * growing("TACCG", b, x + 8);
    } catch (const std::invalid_argument &e) {
      s += x[n - 1] * 0.01 * std::string_view(e.what()).size();
    }
  }
  return s + 1e-3 * counter.made * x[5] + counter.live;
}
