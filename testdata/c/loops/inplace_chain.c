// Each element is overwritten from itself and the one before.
// llad: func f double
// llad: arg v dup double[8] range(0.5,1.25) inout
// llad: arg c out double 0.75
// llad: arg n const int 8
// llad: tags inplace loop

double f(double *v, double c, int n) {
  for (int i = 1; i < n; i++)
    v[i] = v[i] * v[i - 1] + c * v[i - 1];
  return v[n - 1];
}
