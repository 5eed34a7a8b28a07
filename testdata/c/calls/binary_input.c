// Weights and a seed that are read as bytes: constants.
// llad: func f double
// llad: arg x dup double[3] range(0.5,1.25)
// llad: tags call memory
#include <stdio.h>

static void weights(double *w, int n) {
  FILE *file = tmpfile();
  if (!file)
    return;
  double kept[3] = {0.5, -2, 3};
  unsigned seed = 0;
  fwrite(kept, sizeof kept[0], 3, file);
  fwrite(&n, sizeof n, 1, file);
  rewind(file);
  if (fread(w, sizeof w[0], n, file) == (size_t)n && fread(&seed, sizeof seed, 1, file) == 1)
    w[0] += seed;
  fclose(file);
}

double f(const double *x) {
  double w[3] = {1, 1, 1}, s = 0;
  weights(w, 3);
  for (int i = 0; i < 3; i++)
    s += w[i] * x[i] * x[i];
  return s;
}
