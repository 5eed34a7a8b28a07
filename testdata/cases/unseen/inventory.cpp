// Stock in an unordered_map to lists of lots, events as a variant, prices optional, structured bindings throughout.
#include <cmath>
#include <list>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
struct Lot { double quantity, price; std::optional<int> batch; };
struct Buy { std::string item; Lot lot; };
struct Sell { std::string item; double quantity; };
struct Adjust { std::string item; std::optional<double> factor; };
struct Close {};
using Event = std::variant<Buy, Sell, Adjust, Close>;
class Stock {
  std::unordered_map<std::string, std::list<Lot>> lots;
  std::unordered_map<std::string, std::pair<double, int>> realised;

public:
  void apply(const Buy &b) { lots[b.item].push_back(b.lot); }
  void apply(const Sell &s) {
    auto it = lots.find(s.item);
    if (it == lots.end()) return;
    double left = s.quantity;
    auto &[profit, count] = realised[s.item];
    for (auto lot = it->second.begin(); lot != it->second.end() && left > 0;) {
      double take = lot->quantity < left ? lot->quantity : left;
      profit += take * (1.5 - lot->price);
      left -= take;
      lot->quantity -= take;
      count++;
      if (lot->quantity <= 0) lot = it->second.erase(lot);
      else ++lot;
    }
  }
  void apply(const Adjust &a) {
    for (auto &[item, list] : lots)
      if (item == a.item)
        for (auto &[quantity, price, batch] : list) {
          price *= a.factor.value_or(1.0 + 0.01 * batch.value_or(0));
          quantity += 0.125;
        }
  }
  void apply(const Close &) {
    for (auto &[item, list] : lots) {
      std::list<Lot> kept;
      for (auto it = list.begin(); it != list.end();) {
        auto next = std::next(it);
        if (it->batch && *it->batch % 2 == 0) kept.splice(kept.begin(), list, it);
        it = next;
      }
      list.splice(list.end(), kept);
    }
  }
  std::optional<double> value(const std::string &item) const {
    auto it = lots.find(item);
    if (it == lots.end() || it->second.empty()) return std::nullopt;
    double v = 0, w = 1;
    for (const auto &[quantity, price, batch] : it->second) v += (w *= 0.9) * quantity * price * (batch ? 1.0 : 2.0);
    return v;
  }
  std::tuple<double, int> result(const std::string &item) const {
    auto it = realised.find(item);
    return it == realised.end() ? std::make_tuple(0.0, 0) : std::make_tuple(it->second.first, it->second.second);
  }
};
extern "C" double f(const double *x, size_t n) {
  const std::string items[] = {"bolt", "washer of an unusual diameter", "nut"};
  std::vector<Event> events;
  for (size_t i = 0; i < n; i++) {
    events.push_back(Buy{items[i % 3], {x[i], x[(i + 5) % n], i % 2 ? std::optional<int>(int(i)) : std::nullopt}});
    if (i % 4 == 2) events.push_back(Sell{items[(i + 1) % 3], 0.75 * x[i]});
    if (i % 5 == 3) events.push_back(Adjust{items[i % 3], i % 2 ? std::optional<double>(x[i] * x[0]) : std::nullopt});
  }
  events.insert(events.begin() + n / 2, Close{});
  Stock stock;
  for (const auto &e : events) std::visit([&stock](const auto &v) { stock.apply(v); }, e);
  double s = 0;
  for (const auto &item : items) {
    auto [profit, count] = stock.result(item);
    s += profit * profit + 0.1 * count * x[item.size() % n] + stock.value(item).value_or(x[1]);
  }
  Stock copy = stock;
  copy.apply(Sell{items[0], 10 * x[2]});
  return s + std::sin(std::get<0>(copy.result("bolt"))) + copy.value("bolt").value_or(x[3]) + copy.value("screw").value_or(x[4] * x[4]);
}
