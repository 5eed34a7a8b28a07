// A solver whose methods call a function that the caller gives, and report errors to a handler
// in a variable that the program may set, or to a stream in another.
// llad: func f double
// llad: arg x dup double[2] {0.5,0.75}
#include <cmath>
#include <cstdio>
#include <cstdlib>

typedef void handler(const char *reason, int line, int code);
typedef void stream_handler(const char *label, int line, const char *reason);

handler *error_handler = nullptr;
stream_handler *error_stream_handler = nullptr;
FILE *error_stream = nullptr;

extern "C" handler *set_error_handler(handler *h) {
  handler *before = error_handler;
  error_handler = h;
  return before;
}

extern "C" void report(const char *label, int line, const char *reason) {
  if (!error_stream)
    error_stream = stderr;
  if (error_stream_handler) {
    (*error_stream_handler)(label, line, reason);
    return;
  }
  fprintf(error_stream, "%d: %s: %s\n", line, label, reason);
}

extern "C" void error(const char *reason, int line, int code) {
  if (error_handler) {
    (*error_handler)(reason, line, code);
    return;
  }
  report("ERROR", line, reason);
  fflush(stdout);
  abort();
}

struct Function {
  double (*at)(double, void *);
  void *params;
};

struct Bracket {
  double low, high, root;
};

static int set(void *vstate, Function *f, double low, double high) {
  Bracket *s = static_cast<Bracket *>(vstate);
  *s = {low, high, 0.5 * (low + high)};
  if (f->at(low, f->params) * f->at(high, f->params) > 0) {
    error("no root between", __LINE__, 4);
    return 4;
  }
  return 0;
}

static int iterate(void *vstate, Function *f) {
  Bracket *s = static_cast<Bracket *>(vstate);
  double a = f->at(s->low, f->params), b = f->at(s->high, f->params);
  double x = s->low - a * (s->high - s->low) / (b - a), y = f->at(x, f->params);
  if (!std::isfinite(y)) {
    error("no number", __LINE__, 9);
    return 9;
  }
  (y * a < 0 ? s->high : s->low) = x;
  s->root = x;
  return 0;
}

struct Method {
  const char *name;
  size_t size;
  int (*set)(void *, Function *, double, double);
  int (*iterate)(void *, Function *);
};

static const Method falsepos_method = {"falsepos", sizeof(Bracket), set, iterate};
const Method *falsepos = &falsepos_method;

struct Solver {
  const Method *method;
  void *state;
};

static Solver *make(const Method *m) {
  Solver *s = static_cast<Solver *>(malloc(sizeof *s));
  if (!s) {
    error("no memory", __LINE__, 8);
    return nullptr;
  }
  s->method = m;
  s->state = malloc(m->size);
  return s;
}

static double cubic(double t, void *params) {
  const double *x = static_cast<const double *>(params);
  return t * t * t - x[0] * t - x[1];
}

extern "C" double f(double *x) {
  Function of = {cubic, x};
  Solver *s = make(falsepos);
  s->method->set(s->state, &of, 0, 2);
  for (int k = 0; k < 5; k++)
    s->method->iterate(s->state, &of);
  double root = static_cast<Bracket *>(s->state)->root;
  free(s->state);
  free(s);
  return root;
}
