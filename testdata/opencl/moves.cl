/* OpenCL's select and conversions, of scalars and vectors */
double f(double x, double y) {
  double4 v = (double4)(x, y, x * y, 0.5);
  int4 n = convert_int4(v * 3.0);
  double4 u = convert_double4(n) * v.wzyx;
  long4 c = v < 1.0;
  double s = dot(select(v, u, c), v) + select(x, y, (long)(x > y));
  return s + convert_double(convert_int_rte(x)) * y + convert_double(convert_uchar(y * 9.0)) * x;
}
float g(float x, float y) {
  double2 v = convert_double2((float2)(x, y));
  return convert_float(v.x * v.y) + select((float2)(x, y), (float2)(y, x), (int2)(-1, 0)).x * convert_float2(v * v).y;
}
