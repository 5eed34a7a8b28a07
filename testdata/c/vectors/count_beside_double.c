// Counts that stand in front of doubles are converted two at a time: compilers may load them with the doubles.
// llad: func f double
// llad: arg x dup double[4] range(0.5,1.5)
// llad: arg n const int 4
// llad: tags struct vector
struct image { int width; double scale; int height; double aspect; };

__attribute__((noinline)) static void set(struct image *i, const double *x, int n) {
  i->width = n + 3;
  i->scale = x[0] * x[1];
  i->height = n + 1;
  i->aspect = x[2];
}

double f(const double *x, int n) {
  struct image i;
  set(&i, x, n);
  double u = (double)i.width / i.height, v = (double)i.height / i.width;
  return u * i.scale * x[3] + v * i.aspect;
}
