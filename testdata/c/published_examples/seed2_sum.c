// The adjoint of a sum over an array: one addition for each element.
// llad: func f double
// llad: arg v dup double[9] range(0.5,2)
// llad: arg n const int 9
// llad: tags seed2 loop reduction
// llad: expect grad v[0] 1
// llad: expect grad v[8] 1
// llad: expect jvp ret by v[4] 1

double f(const double *v, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += v[i];
  return s;
}
