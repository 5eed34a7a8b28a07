// Tables that are never written.
// llad: func f double
// llad: arg x out double 0.625
// llad: tags global loop
static const double coef[6] = {1.0, -0.5, 0.25, 0.75, -1.25, 0.0625};
const int order[6] = {5, 3, 1, 0, 2, 4};
const double scale = 1.5;

double f(double x) {
  double s = 0;
  for (int i = 0; i < 6; i++)
    s = s * x + coef[order[i]];
  return s * scale;
}
