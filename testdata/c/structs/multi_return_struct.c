// Several results gathered in a struct of mixed types by pointer.
// llad: func f void
// llad: decl struct stats { double mean, var; float max; int n; };
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg st dup struct-stats[1] zero
// llad: leaves st mean var max:float
// llad: tags struct float loop
// llad: difftol 2e-5
// llad: dottol 1e-5
struct stats { double mean, var; float max; int n; };

void f(const double *x, struct stats *st) {
  st->n = 0;
  st->mean = 0;
  st->max = -1;
  for (int i = 0; i < 6; i++) {
    st->n++;
    st->mean += x[i];
    if ((float)x[i] > st->max)
      st->max = (float)x[i];
  }
  st->mean /= st->n;
  st->var = 0;
  for (int i = 0; i < 6; i++)
    st->var += (x[i] - st->mean) * (x[i] - st->mean) / st->n;
}
