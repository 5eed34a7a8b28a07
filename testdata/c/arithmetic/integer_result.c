// The result is an integer; the derivative is in the memory.
// llad: func f int
// llad: arg x dup double[5] {0.5,1.75,0.25,2.25,1.25} inout
// llad: tags inplace loop

int f(double *x) {
  int n = 0;
  for (int i = 0; i < 5; i++)
    if (x[i] > 1) {
      x[i] = x[i] * x[0];
      n++;
    }
  return n;
}
