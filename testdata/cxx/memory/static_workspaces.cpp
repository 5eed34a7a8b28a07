// Containers and buffers in static and thread-local variables that keep memory from call to call, filled by whoever calls first.
// llad: func f double
// llad: arg x dup double[8] {0.7,1.3,0.4,1.9,0.55,1.1,0.25,0.8}
// llad: arg n const int 8
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>
static std::vector<double> weights, table;
static struct Setup { Setup() { for (int i = 0; i < 100; i++) { weights.push_back(1 + 0.01 * i); table.push_back(0); } } } setup;
struct Scratch { int uses = 0; std::string name = "a name that is too long to be kept in place"; std::vector<double> values; };
static Scratch &scratch() { thread_local Scratch s; return s; }
static double *grown(int n) {
  static double *buf = nullptr;
  static int cap = 0;
  if (cap < n) { std::free(buf); buf = static_cast<double *>(std::malloc(n * sizeof(double))); cap = n; }
  return buf;
}
extern "C" double f(double *x, int n) {
  static std::vector<double> squares;
  static std::unique_ptr<double[]> sums;
  static int room = 0;
  if (room < n) { sums.reset(new double[n]); room = n; }
  squares.clear();
  for (int i = 0; i < n; i++) squares.push_back(x[i] * x[i]);
  double s = 0;
  for (int i = 0; i < n; i++) sums[i] = s += squares[i] * weights[i];
  Scratch &t = scratch();
  t.uses++;
  t.values.assign(n, 1.0);
  for (int i = 0; i + 1 < n; i++) t.values[i] = std::sin(sums[i]) * sums[i + 1];
  double *g = grown(n);
  for (int i = 0; i < n; i++) g[i] = t.values[i] * x[n - 1 - i];
  for (int i = 0; i < n; i++) table[i] = g[i] * squares[n - 1 - i];
  for (int i = 0; i < n; i++) s += table[i] * table[(i + 1) % n] + g[i];
  return s;
}
