// s = s + s, nested 30 deep: 2^30 paths, 30 additions.
// llad: func f double
// llad: arg x out double 0.5
// llad: tags seed3 loop sharing
// llad: expect ret 536870912
// llad: expect grad x 1073741824
// llad: expect jvp ret by x 1073741824

double f(double x) {
  double s = x;
  for (int i = 0; i < 30; i++)
    s = s + s;
  return s;
}
