// A global that points at the caller's memory.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5) inout
// llad: tags global pointer call
static double *cursor;

__attribute__((noinline)) static double take(void) {
  double v = *cursor;
  *cursor = v * v;
  cursor++;
  return v;
}

double f(double *x) {
  cursor = x;
  double s = take() * take();
  s += take() / take();
  cursor = 0;
  return s * x[2];
}
