// A small neural network: layers behind pointers, activation by std::function, parameters by reference.
// llad: func f double
// llad: arg x dup double[6] {0.7,1.3,0.4,1.9,0.55,1.1}
// llad: arg n const int 6
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <vector>
using Vec = std::vector<double>;
struct Layer { virtual Vec forward(const Vec &in) = 0; virtual ~Layer() = default; };
struct Dense : Layer {
  size_t in, out; Vec w, b;
  Dense(size_t i, size_t o, const double *p, int n) : in(i), out(o), w(i * o), b(o) { for (size_t k = 0; k < w.size(); k++) w[k] = p[k % n] * (k % 3 - 0.7); for (size_t k = 0; k < o; k++) b[k] = p[k % n]; }
  Vec forward(const Vec &v) override { Vec r(b); for (size_t o = 0; o < out; o++) for (size_t i = 0; i < in; i++) r[o] += w[o * in + i] * v[i]; return r; }
};
struct Activation : Layer { std::function<double(double)> g; explicit Activation(std::function<double(double)> h) : g(std::move(h)) {} Vec forward(const Vec &v) override { Vec r; r.reserve(v.size()); for (double e : v) r.push_back(g(e)); return r; } };
struct Net { std::vector<std::unique_ptr<Layer>> layers; void add(std::unique_ptr<Layer> l) { layers.push_back(std::move(l)); } Vec operator()(Vec v) { for (auto &l : layers) v = l->forward(v); return v; } };
extern "C" double f(double *x, int n) {
  Net net;
  net.add(std::make_unique<Dense>(3, 4, x, n));
  net.add(std::make_unique<Activation>([](double t) { return std::tanh(t); }));
  net.add(std::make_unique<Dense>(4, 2, x + 1, n - 1));
  net.add(std::make_unique<Activation>([](double t) { return t > 0 ? t : 0.1 * t; }));
  Vec y = net({x[0], 0.3, x[2]});
  return y[0] * y[0] + std::exp(y[1]);
}
