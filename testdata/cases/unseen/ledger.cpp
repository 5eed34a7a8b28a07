// A map of owned accounts, numbered by characters, transfers by fold expressions over tuples, structured bindings.
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
class Account {
  double balance;
  std::vector<std::tuple<int, double>> history;
public:
  explicit Account(double b) : balance(b) {}
  virtual ~Account() = default;
  virtual double post(int day, double amount) { history.emplace_back(day, amount); return balance += amount; }
  virtual double close(double rate) const {
    double s = balance;
    for (auto [day, amount] : history) s += amount * rate * (30 - day) / 365.0;
    return s;
  }
};
class Savings : public Account {
  double floor;
public:
  Savings(double b, double f) : Account(b), floor(f) {}
  double post(int day, double amount) override { double b = Account::post(day, amount); return b < floor ? Account::post(day, -0.01 * floor) : b; }
  double close(double rate) const override { return Account::close(2 * rate) - floor * 0.1; }
};
class Ledger {
  std::map<std::string, std::unique_ptr<Account>, std::less<>> accounts;
public:
  template <class T, class... A> T &open(std::string name, A... args) {
    auto [it, fresh] = accounts.try_emplace(std::move(name), nullptr);
    if (fresh) it->second = std::make_unique<T>(args...);
    return static_cast<T &>(*it->second);
  }
  Account *find(std::string_view name) const { auto it = accounts.find(name); return it == accounts.end() ? nullptr : it->second.get(); }
  template <class... T> double transfer(const T &...legs) {
    double s = 0;
    (([&] { auto &[from, to, amount] = legs; if (auto a = find(from)) s += a->post(3, -amount); if (auto b = find(to)) s += 0.5 * b->post(4, amount); }()), ...);
    return s;
  }
  std::unique_ptr<Account> take(std::string_view name) {
    auto it = accounts.find(name);
    if (it == accounts.end()) return nullptr;
    auto a = std::move(it->second);
    accounts.erase(it);
    return a;
  }
  double total(double rate) const { double s = 0, w = 1; for (auto &[name, a] : accounts) s += (w *= 0.9) * a->close(rate) + name.size() * 0.01; return s; }
};
static std::string number(int k) {
  char text[8];
  auto end = std::to_chars(text, text + 8, k, 36).ptr;
  return "account number " + std::string(text, end);
}
extern "C" double f(const double *x, size_t n) {
  Ledger l;
  for (int k = 0; k < 5; k++) {
    if (k % 2) l.open<Savings>(number(40 * k), x[k], x[k + 1] * 0.5);
    else l.open<Account>(number(40 * k), 2 * x[k]);
  }
  double s = l.transfer(std::tuple(number(0), number(40), x[5]), std::tuple(number(40), number(9), x[6] * x[7]), std::tuple(number(120), number(80), 0.5 * x[8]));
  s += l.total(x[9]);
  if (auto gone = l.take(number(40))) s += gone->close(0.1 * x[10]) * gone->post(9, x[11]);
  if (!l.take("none")) s += x[0];
  l.open<Account>(number(160), x[1]).post(12, x[3]);
  return s + l.total(0.5 * x[9]) * l.total(0.1);
}
