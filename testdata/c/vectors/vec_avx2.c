// Wide registers, fused operations, gathers and masks.
// llad: func f double
// llad: arg x dup double[40] range(0.5,1.5)
// llad: arg w dup float[40] range(0.5,1.5)
// llad: arg idx const int[40] {3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3,2,3,8,4,6,2,6,4,3,3,8,3,2,7,9,5,0,2,8,8,4,1,9,7}
// llad: arg y dup double[40] zero
// llad: arg n const int 40
// llad: cflags -mavx2 -mfma -ffp-contract=fast
// llad: tags vector loop float reassociates
// llad: difftol 2e-5
// llad: dottol 1e-5

double f(const double *restrict x, const float *restrict w, const int *restrict idx, double *restrict y, int n) {
#pragma clang fp reassociate(on)
  double s = 0;
  for (int i = 0; i < n; i++)
    y[i] = x[idx[i]] * x[i] + (double)w[i];
  for (int i = 0; i < n; i++)
    if (x[i] > 1)
      y[i] += x[i] * (double)(w[i] * w[i]);
  for (int i = 0; i < n; i++)
    s += y[i] * x[i];
  return s;
}
