/* OpenCL's conversions that saturate or say how they round, and its functions of magnitudes and roots */
double f(double x, double y) {
  double s = convert_uchar_sat(x * 200.0) + convert_char_sat(x * -200.0) * y + convert_int_sat(x * 1e20) * 1e-9 + convert_ulong_sat(-x);
  s += convert_short_sat_rte(x * y) * x + convert_uchar_sat((int)(x * 1000.0)) + convert_char_sat((uint)(x * 1000.0)) * y + convert_uint_sat(-7);
  double4 v = (double4)(x, -y, x * y, 0.5);
  s += dot(convert_double4(convert_char4_sat_rtp(v * 61.0)), v) + convert_double_rtz(y) * convert_double_rtn(x);
  return s + rootn(x, 3) * rootn(-y, 5) + rootn(y, 2) * rootn(y, -3) + maxmag(-x, y) * minmag(x, -y) + dot(maxmag(v, v.wzyx), minmag(v, v.yzwx));
}
float g(float x, float y) { return convert_float_rte(convert_double_rtp(x) * y) * convert_float_rtz(y) + rootn(x, 3); }
