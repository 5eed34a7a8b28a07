// Arrays in structs, copied as wholes in a loop, kept in an array on the stack.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.25)
// llad: tags struct alloca loop memory
struct state { double q[4]; int step; };

static struct state advance(struct state s) {
  struct state n = s;
  for (int i = 0; i < 4; i++)
    n.q[i] = s.q[i] * s.q[(i + 1) % 4] + 0.25;
  n.step++;
  return n;
}

double f(const double *x) {
  struct state h[5] = {{{x[0], x[1], x[2], x[3]}, 0}};
  for (int i = 0; i < 4; i++)
    h[i + 1] = advance(h[i]);
  return h[4].q[0] * h[2].q[3] + h[4].step * h[1].q[1];
}
