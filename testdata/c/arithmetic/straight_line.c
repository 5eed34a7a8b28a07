// Straight-line arithmetic; every operator.
// llad: func f double
// llad: arg a out double 1.25
// llad: arg b out double 0.75
// llad: arg c out double -2.5
// llad: tags straight

double f(double a, double b, double c) {
  double p = a * b - c / a;
  double q = -p + 3.0 * b;
  double r = (q - a) / (p * p + 1.0);
  return p * q * r + c * c * c - 0.5 / b;
}
