// Two names for one table: what is stored under one is read under the other, in the code and
// through an address that a variable holds.
// llad: func aliased_variables double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const int 6
// llad: tags global

double sums[4];
extern double totals[4] __attribute__((alias("sums")));
static double *held = totals;

double aliased_variables(const double *x, int n) {
  for (int i = 0; i < 4; i++)
    sums[i] = x[i] * x[n - 1];
  double s = 0;
  for (int i = 0; i < 4; i++)
    s += totals[i] * x[i] + held[i] * held[i];
  totals[1] = 0;
  return s + sums[1] + sums[2];
}
