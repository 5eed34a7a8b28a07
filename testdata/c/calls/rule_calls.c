// Integration rules whose right-hand sides are called through a pointer in a struct.
// llad: func integrate double
// llad: arg x dup double[3] {0.5,0.25,1.5}
// llad: arg n const int 6
// llad: tags callback
struct rule;
typedef void (*rhs_t)(const struct rule *, double t, const double *y, double *dy);
struct rule {
  rhs_t rhs;
  const double *p;
  int dim;
};

static void oscillator(const struct rule *r, double t, const double *y, double *dy) {
  dy[0] = y[1];
  dy[1] = -r->p[0] * y[0] - r->p[1] * t * y[1];
}

static void euler(const struct rule *r, double t, double h, double *y) {
  double dy[2];
  r->rhs(r, t, y, dy);
  for (int k = 0; k < r->dim; k++)
    y[k] += h * dy[k];
}

static void heun(const struct rule *r, double t, double h, double *y) {
  double a[2], b[2], z[2];
  r->rhs(r, t, y, a);
  for (int k = 0; k < r->dim; k++)
    z[k] = y[k] + h * a[k];
  r->rhs(r, t + h, z, b);
  for (int k = 0; k < r->dim; k++)
    y[k] += 0.5 * h * (a[k] + b[k]);
}

typedef void (*step_t)(const struct rule *, double, double, double *);

// The steps are halved where it matters: a recursion, so that no call is replaced by the body.
static void advance(step_t step, const struct rule *r, double t, double h, double *y, int depth) {
  if (depth == 0) {
    step(r, t, h, y);
    return;
  }
  advance(step, r, t, 0.5 * h, y, depth - 1);
  advance(depth > 1 ? step : heun, r, t + 0.5 * h, 0.5 * h, y, depth - 1);
}

double integrate(const double *x, int n) {
  struct rule r = {oscillator, x, 2};
  double y[2] = {x[2], 0.5};
  advance(n > 3 ? heun : euler, &r, 0.0, 1.0, y, 2);
  return y[0] * y[1] + y[0];
}
