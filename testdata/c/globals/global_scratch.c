// A global array as working space.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: tags global loop
double work[6];

double f(const double *x) {
  for (int i = 0; i < 6; i++)
    work[i] = x[i] * x[i] + (i ? work[i - 1] : 0);
  double s = 0;
  for (int i = 0; i < 6; i++)
    s += work[i] * work[5 - i];
  return s;
}
