// e = v[0]; v[1] = v[1] + e: the adjoint works on single elements, in place.
// llad: func f void
// llad: arg v dup double[4] {1.5,2.5,3.5,4.5} inout
// llad: tags seed2 inplace
// llad: expect v[1] 4
// llad: expect grad v[0] of v[1] 1
// llad: expect grad v[1] of v[1] 1
// llad: expect grad v[2] of v[1] 0
// llad: expect jvp v[1] by v[0] 1

void f(double *v) {
  double e = v[0];
  v[1] = v[1] + e;
}
