// Messages with variable arguments that are formatted in a function of their own, into memory
// behind what the caller passes.
// llad: func f double
// llad: arg x dup double[4] {1,3,2,4}
// llad: arg n const int 4
#include <cstdarg>
#include <cstdio>
#include <cstring>

struct Stopping {
  double tolerance;
  double last;
  char *message;
};

extern "C" int format(char *text, size_t length, const char *form, va_list values) {
  va_list again;
  va_copy(again, values);
  int n = vsnprintf(nullptr, 0, form, again);
  va_end(again);
  return static_cast<size_t>(n) < length ? vsnprintf(text, length, form, values) : 0;
}

extern "C" void say(Stopping *s, const char *form, ...) {
  va_list values;
  va_start(values, form);
  s->last = s->tolerance * format(s->message, 64, form, values);
  va_end(values);
}

extern "C" double f(double *x, int n) {
  char message[64] = "";
  Stopping s = {x[0] * 0.125, 0, message};
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i] * x[i] * s.tolerance;
    if (sum > s.tolerance)
      say(&s, "step %d: %.1f > %.1f\n", i, sum, s.tolerance);
  }
  return sum + s.last * strlen(message);
}
