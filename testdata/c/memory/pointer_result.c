// Functions that return pointers into arrays.
// llad: func f double
// llad: arg x dup double[6] {0.5,1.75,0.25,1.25,0.75,1.5} inout
// llad: tags call pointer
__attribute__((noinline)) static double *largest(double *x, int n) {
  double *best = x;
  for (int i = 1; i < n; i++)
    if (x[i] > *best)
      best = &x[i];
  return best;
}

double f(double *x) {
  double *p = largest(x, 6);
  *p = *p * x[0];
  double *q = largest(x, 6);
  *q *= *q;
  return *p * *q + x[3];
}
