// Shared tiles of a hierarchy, height fields as lazy expressions, tiles with flags in bitsets sorted stably by level.
#include <algorithm>
#include <bitset>
#include <cmath>
#include <memory>
#include <vector>
struct Field { virtual ~Field() = default; virtual double at(double u, double v) const = 0; };
using FieldPtr = std::shared_ptr<const Field>;
struct Wave : Field { double k, a; Wave(double k, double a) : k(k), a(a) {} double at(double u, double v) const override { return a * std::sin(k * u + v); } };
struct Bump : Field { double c[3]; Bump(const double *p) { std::copy(p, p + 3, c); } double at(double u, double v) const override { double d = (u - c[0]) * (u - c[0]) + (v - c[1]) * (v - c[1]); return c[2] / (0.3 + d); } };
struct Sum : Field { FieldPtr a, b; Sum(FieldPtr a, FieldPtr b) : a(std::move(a)), b(std::move(b)) {} double at(double u, double v) const override { return a->at(u, v) + b->at(u, v); } };
struct Warp : Field { FieldPtr f; double s; Warp(FieldPtr f, double s) : f(std::move(f)), s(s) {} double at(double u, double v) const override { return f->at(s * u, v / s); } };
static FieldPtr operator+(const FieldPtr &a, const FieldPtr &b) { return std::make_shared<Sum>(a, b); }
static FieldPtr operator%(const FieldPtr &a, double s) { return std::make_shared<Warp>(a, s); }
enum Flag { Wet, Steep, Edge, Count };
class Tile {
  FieldPtr field;
  std::vector<float> heights;
public:
  int row, col;
  std::bitset<Count> flags;
  double level = 0;
  Tile(FieldPtr f, int r, int c) : field(std::move(f)), row(r), col(c) {}
  void sample() {
    heights.clear();
    level = 0;
    for (int i = 0; i < 4; i++) {
      double h = field->at(row + 0.25 * i, col * 0.5);
      heights.push_back((float)h);
      level += h * 0.25;
    }
    flags.set(Edge, row == 0 || col == 0);
    flags.set(Wet, (row + col) % 3 == 0);
    flags[Steep] = heights.size() > 3 && (row ^ col) & 1;
  }
  double cost() const { return level * (1.0 + flags.count()) + (flags.test(Wet) ? heights[1] * 0.5 : 0.0); }
};
// opt: tol=2e-3
extern "C" double f(const double *x, size_t n) {
  FieldPtr wave = std::make_shared<Wave>(x[0], x[1]), bump = std::make_shared<Bump>(x + 2);
  FieldPtr land = (wave + bump % x[5]) + (wave % (0.5 + x[6]));
  std::vector<std::shared_ptr<Tile>> tiles;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) tiles.push_back(std::make_shared<Tile>((r + c) % 2 ? land : bump, r, c));
  land.reset();
  for (auto &t : tiles) t->sample();
  std::stable_sort(tiles.begin(), tiles.end(), [](const auto &a, const auto &b) { return a->flags.to_ulong() < b->flags.to_ulong(); });
  double s = 0, w = 1;
  for (auto &t : tiles) s += (w *= 0.9) * t->cost();
  auto view = tiles;
  std::stable_sort(view.begin(), view.end(), [](const auto &a, const auto &b) { return a->level < b->level; });
  for (size_t i = 1; i < view.size(); i++) s += (view[i]->level - view[i - 1]->level) * x[7 + i % 5] * (double)view[i].use_count();
  tiles.resize(4);
  view.erase(std::remove_if(view.begin(), view.end(), [](const auto &t) { return t.use_count() == 1; }), view.end());
  for (auto &t : view) s += t->level * t->level;
  return s;
}
