// A netlist with parts in an ordered set, nodes numbered by an atomic counter, nodal analysis with a diode by iteration.
#include <atomic>
#include <cmath>
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <vector>

enum class Kind { resistor, source, diode, conductance };
struct KindData { char letter; double sign; bool linear; };
constexpr KindData kinds[] = {{'R', 1, true}, {'I', -1, true}, {'D', 1, false}, {'G', 1, true}};
constexpr const KindData &data(Kind k) { return kinds[static_cast<int>(k)]; }

struct Place {
  int from, to;
  auto operator<=>(const Place &) const = default;
};
struct Part {
  Kind kind;
  Place place;
  double value;
};
struct Earlier {
  bool operator()(const Part &a, const Part &b) const {
    if (auto c = a.place <=> b.place; c != 0) return c < 0;
    return data(a.kind).letter < data(b.kind).letter;
  }
};

class Circuit {
  static std::atomic<int> next;
  std::map<std::string, int> nodes;
  std::multiset<Part, Earlier> parts;
  int node(const std::string &name) {
    if (name == "ground") return -1;
    auto [it, added] = nodes.emplace(name, -2);
    if (added) it->second = next.fetch_add(1);
    return it->second;
  }

public:
  struct Row { Kind kind; const char *from, *to; double value; };
  Circuit(std::initializer_list<Row> rows) {
    next.store(0);
    for (const Row &r : rows) parts.insert({r.kind, {node(r.from), node(r.to)}, r.value});
  }
  std::size_t size() const { return nodes.size(); }
  int number(const std::string &name) const { return nodes.at(name); }
  void stamp(std::vector<std::vector<double>> &g, std::vector<double> &i, const std::vector<double> &v) const {
    auto at = [&](int k) { return k < 0 ? 0.0 : v[k]; };
    for (const Part &p : parts) {
      double conductance = 0, current = 0, u = at(p.place.from) - at(p.place.to);
      switch (p.kind) {
      case Kind::resistor: conductance = 1 / p.value; break;
      case Kind::conductance: conductance = p.value; break;
      case Kind::source: current = data(p.kind).sign * p.value; break;
      case Kind::diode: {
        double e = p.value * std::exp(u / 0.5);
        conductance = e / 0.5;
        current = e - p.value - conductance * u;
        break;
      }
      }
      auto [a, b] = p.place;
      if (a >= 0) { g[a][a] += conductance; i[a] -= current; }
      if (b >= 0) { g[b][b] += conductance; i[b] += current; }
      if (a >= 0 && b >= 0) { g[a][b] -= conductance; g[b][a] -= conductance; }
    }
  }
  double power(const std::vector<double> &v) const {
    double s = 0;
    for (const Part &p : parts)
      if (p.kind == Kind::resistor) {
        double u = (p.place.from < 0 ? 0 : v[p.place.from]) - (p.place.to < 0 ? 0 : v[p.place.to]);
        s += u * u / p.value;
      }
    return s;
  }
};
std::atomic<int> Circuit::next{0};

static std::vector<double> solve(std::vector<std::vector<double>> g, std::vector<double> b) {
  std::size_t n = b.size();
  for (std::size_t k = 0; k < n; k++)
    for (std::size_t r = k + 1; r < n; r++) {
      double m = g[r][k] / g[k][k];
      for (std::size_t c = k; c < n; c++) g[r][c] -= m * g[k][c];
      b[r] -= m * b[k];
    }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t c = k + 1; c < n; c++) b[k] -= g[k][c] * b[c];
    b[k] /= g[k][k];
  }
  return b;
}

extern "C" double f(const double *x, std::size_t n) {
  Circuit circuit{
      {Kind::source, "ground", "input of the circuit", x[0]}, {Kind::resistor, "input of the circuit", "ground", 1 + x[1]},
      {Kind::resistor, "input of the circuit", "middle", x[2]}, {Kind::diode, "middle", "ground", 0.1 * x[3]},
      {Kind::conductance, "middle", "out", 0.5 * x[4]}, {Kind::resistor, "out", "ground", x[5] + 0.5},
      {Kind::source, "out", "middle", 0.2 * x[6]}, {Kind::resistor, "out", "far", x[7]},
      {Kind::resistor, "far", "ground", 2 * x[8]}, {Kind::diode, "far", "input of the circuit", 0.05 * x[9]},
  };
  std::vector<double> v(circuit.size());
  for (int k = 0; k < 9; k++) {
    std::vector<std::vector<double>> g(v.size(), std::vector<double>(v.size()));
    std::vector<double> i(v.size());
    circuit.stamp(g, i, v);
    std::vector<double> next = solve(g, i);
    for (std::size_t j = 0; j < v.size(); j++) v[j] = v[j] + 0.8 * (next[j] - v[j]);
  }
  return circuit.power(v) + x[10] * v[circuit.number("out")] + x[11] * v[circuit.number("far")] + 0.01 * n * v[circuit.number("middle")];
}
