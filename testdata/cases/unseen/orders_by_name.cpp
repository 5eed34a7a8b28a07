// Trades in a deque of unique_ptrs, parsed from text by string_view, sorted stably by symbol, netted by tuples.
#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>
namespace {
struct Trade {
  std::string_view symbol;
  double price;
  int lots;
  std::unique_ptr<double[]> fees;
  size_t feeCount = 0;
};
using Line = std::tuple<std::string_view, int, bool>;
Line parse(std::string_view line) {
  size_t colon = line.find(':');
  std::string_view name = line.substr(0, colon);
  line.remove_prefix(colon + 1);
  bool sell = !line.empty() && line.front() == '-';
  if (sell) line.remove_prefix(1);
  int lots = 0;
  for (char c : line)
    if (c >= '0' && c <= '9') lots = lots * 10 + (c - '0');
  return {name, lots, sell};
}
std::unique_ptr<Trade> make(std::string_view line, const double *x, size_t i, size_t n) {
  auto [name, lots, sell] = parse(line);
  auto t = std::make_unique<Trade>();
  t->symbol = name;
  t->lots = sell ? -lots : lots;
  t->price = x[i] * (1 + 0.1 * x[(i + 1) % n]);
  t->feeCount = 1 + i % 3;
  t->fees = std::make_unique<double[]>(t->feeCount);
  for (size_t k = 0; k < t->feeCount; k++) t->fees[k] = 0.01 * x[(i + k) % n] * x[i];
  return t;
}
std::tuple<double, double> net(const std::deque<std::unique_ptr<Trade>> &book, std::string_view name) {
  double cash = 0, position = 0;
  for (const auto &t : book) {
    if (t->symbol != name) continue;
    cash -= t->price * t->lots;
    position += t->lots;
    for (size_t k = 0; k < t->feeCount; k++) cash -= t->fees[k];
  }
  return std::make_tuple(cash, position);
}
} // namespace
extern "C" double f(const double *x, size_t n) {
  static const char *const text[] = {"MSFT:12", "AA:-3", "GOOG:7", "MSFT:-4", "AA:22", "a symbol of more than sixteen letters:5"};
  std::deque<std::unique_ptr<Trade>> book;
  for (size_t i = 0; i < n; i++) {
    auto t = make(text[i % 6], x, i, n);
    if (i % 4 == 3) book.push_front(std::move(t));
    else book.push_back(std::move(t));
  }
  std::stable_sort(book.begin(), book.end(), [](const auto &a, const auto &b) { return a->symbol < b->symbol; });
  double s = 0, w = 1;
  for (const auto &t : book) s += std::log(t->price) * (w += 0.25);
  while (book.size() > n / 2) {
    auto last = std::move(book.back());
    book.pop_back();
    if (last->lots < 0) book.push_front(std::move(last));
    if (book.size() > n - 2) book.pop_front();
  }
  for (std::string_view name : {"MSFT", "AA", "GOOG"}) {
    auto [cash, position] = net(book, name);
    s += cash * 0.1 + position * x[name.size() % n] * 0.01;
  }
  std::stable_sort(book.begin(), book.end(), [](const auto &a, const auto &b) { return a->price > b->price; });
  if (!book.empty()) s += book.front()->price * book.back()->price;
  return s;
}
