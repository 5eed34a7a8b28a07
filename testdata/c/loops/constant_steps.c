// Steps of constant numbers of points: what compilers unroll and vectorise leaves nothing
// over, or always as much, and no single iteration is left anywhere.
// llad: func f double
// llad: arg u dup double[100] range(-1,1)
// llad: arg v dup double[100] zero
// llad: tags nested loop
static void __attribute__((noinline)) smooth(const double *u, double *v) {
  for (int i = 1; i < 99; i++)
    v[i] = u[i] + 0.1 * (u[i - 1] * u[i + 1] - u[i] * u[i]);
}

static void __attribute__((noinline)) slopes(const double *u, double *v) {
  for (int i = 1; i < 100; i++)
    v[i] -= 0.5 * (u[i] - u[i - 1]) * u[i];
}

static void __attribute__((noinline)) decay(double *u, double *v) {
  double s = 0.5;
  for (int i = 0; i < 100; i++) {
    s = s * 0.75 + u[i];
    v[i] += s * s;
  }
}

double f(double *u, double *v) {
  for (int t = 0; t < 3; t++) {
    smooth(u, v);
    slopes(v, u);
    decay(u, v);
    smooth(v, u);
  }
  double s = 0;
  for (int i = 0; i < 100; i++)
    s += u[i] * u[i] + v[i];
  return s;
}
