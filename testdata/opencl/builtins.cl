/* OpenCL's built-in functions of numbers, scalars and vectors */
double f(double x, double y) {
  double4 v = (double4)(x, y, x * y, 0.5), w = v.wzyx;
  double4 e = exp(-v * w) * mad(v, w, fmax(v, y)) + clamp(v, 0.6, 0.9) + mix(v, w, 0.3);
  double s = dot(e, w) + length(v) + distance(v, e) + normalize(e).y + cross(v, w).z;
  s += rsqrt(x) + sinpi(y) + pown(x, 3) + fma(x, y, x) + min(x, y) + sign(x - y) * y + smoothstep(0.0, 2.0, y);
  s += degrees(x) * step(0.5, x) + powr(x, y) + exp10(y) + hypot(x, y) + atan2(x, y);
  return s;
}
float g(float x, float y) { return native_exp(x) + native_divide(y, x) + fast_length((float2)(x, y)) + fmax((float2)(x, y), 0.5f).y * half_sqrt(x); }
