// slices with checked bounds, structs, delegates, ranges
module slices;
import std.algorithm : map, sum;

struct Pair { double a, b; double product() const { return a * b; } }

double scaled(const(double)[] x, double k) {
  double s = 0;
  foreach (i, v; x) s += Pair(v * k, x[$ - 1 - i]).product();
  return s;
}

extern (C) double f(const double* p, int n) {
  const x = p[0 .. n];
  double apply(scope double delegate(double) g) { return g(x[1]) + g(x[2]); }
  double s = apply((double y) => y * x[0]);
  return s + scaled(x, x[3]) + x.map!(v => v * v * v).sum(0.0);
}
