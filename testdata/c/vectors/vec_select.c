// A loop that vectorises with masks.
// llad: func f void
// llad: arg x dup double[22] range(-1,1)
// llad: arg y dup double[22] zero
// llad: arg n const int 22
// llad: tags vector loop select

void f(const double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i++) {
    double t = x[i] * 3.0;
    y[i] = t > 0.5 ? t * t : (t < -0.5 ? -t : 0.25 * t);
  }
}
