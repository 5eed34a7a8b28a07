// State kept in a static local, set again at the start.
// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: tags global call loop

__attribute__((noinline)) static double smooth(double v, int reset) {
  static double state, history[3];
  static int at;
  if (reset) {
    state = v;
    at = 0;
    history[0] = history[1] = history[2] = 0.5;
  }
  state = 0.5 * state + v * history[at];
  history[at] = state * state;
  at = (at + 1) % 3;
  return state;
}

double f(const double *x) {
  double s = 0;
  for (int i = 0; i < 6; i++)
    s += smooth(x[i], i == 0) * x[i];
  return s;
}
