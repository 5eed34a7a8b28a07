// Pieces as a variant of owned shapes stamped on an array of arrays, commands by string_view, lambdas that capture.
#include <array>
#include <cmath>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>
namespace {
constexpr int W = 6, H = 5;
using Grid = std::array<std::array<double, W>, H>;
struct Disc { double cx, cy, r; };
struct Poly { std::unique_ptr<std::array<double, 2>[]> points; int count; };
struct Fill { double level; };
using Shape = std::variant<Disc, Poly, Fill>;
struct Layer {
  std::unique_ptr<Grid> grid = std::make_unique<Grid>(Grid{});
  double alpha = 1;
  template <class F> void each(F &&fn) {
    for (int r = 0; r < H; r++)
      for (int c = 0; c < W; c++) fn((*grid)[r][c], r, c);
  }
};
template <class... Fs> struct Match : Fs... { using Fs::operator()...; };
template <class... Fs> Match(Fs...) -> Match<Fs...>;
void draw(Layer &layer, const Shape &shape) {
  std::visit(Match{
                 [&](const Disc &d) {
                   layer.each([&d](double &v, int r, int c) {
                     double dx = c - d.cx * 3, dy = r - d.cy * 3;
                     v += std::exp(-(dx * dx + dy * dy) / (0.5 + d.r * d.r));
                   });
                 },
                 [&layer](const Poly &p) {
                   for (int k = 0; k < p.count; k++) {
                     auto &a = p.points[k], &b = p.points[(k + 1) % p.count];
                     double cross = a[0] * b[1] - a[1] * b[0];
                     (*layer.grid)[k % H][(k * 2) % W] += 0.5 * cross;
                   }
                 },
                 [&](const Fill &f) { layer.each([level = f.level](double &v, int, int) { v = v * (1 - level) + level; }); },
             },
             shape);
}
} // namespace
extern "C" double f(const double *x, size_t n) {
  std::vector<Layer> layers(2);
  layers[1].alpha = x[n - 1] * 0.5;
  std::vector<Shape> shapes;
  size_t at = 0;
  auto next = [x, n, &at]() { return x[at++ % n]; };
  for (std::string_view program = "disc poly fill disc fill poly"; !program.empty();) {
    size_t end = program.find(' ');
    std::string_view word = program.substr(0, end);
    program.remove_prefix(end == std::string_view::npos ? program.size() : end + 1);
    if (word == "disc") {
      double cx = next(), cy = next();
      shapes.push_back(Disc{cx, cy, next()});
    } else if (word == "poly") {
      Poly p{std::make_unique<std::array<double, 2>[]>(4), 4};
      for (int k = 0; k < 4; k++) { p.points[k][0] = next() + k; p.points[k][1] = next() * (k - 1.5); }
      shapes.push_back(std::move(p));
    } else if (word == "fill")
      shapes.emplace_back(Fill{0.2 * next()});
  }
  for (size_t i = 0; i < shapes.size(); i++) draw(layers[i % 2], shapes[i]);
  Grid out{};
  for (auto &l : layers) l.each([&out, a = l.alpha](double &v, int r, int c) { out[r][c] = out[r][c] * (1 - 0.5 * a) + v * a; });
  std::swap(layers[0], layers[1]);
  Grid blurred = out;
  for (int r = 1; r + 1 < H; r++)
    for (int c = 1; c + 1 < W; c++) blurred[r][c] = 0.5 * out[r][c] + 0.125 * (out[r - 1][c] + out[r + 1][c] + out[r][c - 1] + out[r][c + 1]);
  double s = 0;
  for (auto &row : blurred)
    for (double v : row) s += v * v;
  return s + (*layers[0].grid)[0][0] * (*layers[1].grid)[2][2];
}
