// Local arrays that iterations of a loop write before they read them, and such
// that they do not: some iterations write, some parts are never written again,
// some are read before they are written.
// llad: func temporaries double
// llad: arg x dup double[30] range(0.4,1.2)
// llad: arg w dup double[6] range(0.5,1.5)
// llad: arg n const int 5
// llad: arg d const int 6
// llad: tags loop alloca heap
#include <math.h>
#include <stdlib.h>

double temporaries(const double *x, const double *w, int n, int d) {
  double fresh[8], partial[8], short_[8], before[8], last[8], inner[8][2];
  double *heap = malloc(d * sizeof(double));
  for (int j = 0; j < d; j++) {
    partial[j] = w[j];
    short_[j] = 0.5 * w[j];
    before[j] = w[j] * w[j];
    last[j] = w[j] + 1;
    heap[j] = 0;
  }
  double sum = 0;
  for (int i = 0; i < n; i++) {
    const double *p = x + i * d;
    for (int j = 0; j < d; j++) fresh[j] = p[j] * w[j];
    for (int j = 0; j < d; j++)
      for (int k = j + 1; k < d; k++) fresh[k] += 0.1 * fresh[j] * p[k];
    double s = 0;
    for (int j = 0; j < d; j++) s += fresh[j] * sin(fresh[j]);
    sum += s * s;

    if (i % 2 == 0)
      for (int j = 0; j < d; j++) partial[j] = sin(p[j]) * w[j];
    s = 0;
    for (int j = 0; j < d; j++) s += partial[j] * partial[j] * p[j];
    sum += s * s;

    for (int j = 0; j < d - 1; j++) short_[j] = p[j] * p[j + 1];
    s = 0;
    for (int j = 0; j < d; j++) s += exp(short_[j]) * p[j];
    short_[d - 1] = p[i];
    sum += sqrt(s);

    s = 0;
    for (int j = 0; j < d; j++) s += before[j] * before[j] * p[j];
    for (int j = 0; j < d; j++) before[j] = p[j] * w[d - 1 - j];
    sum += s * s;

    for (int j = 0; j < d; j++)
      if (p[j] > 0.8) heap[j] = p[j] * w[j];
    s = 0;
    for (int j = 0; j < d; j++) s += heap[j] * heap[j] * heap[j];
    sum += s * p[0];

    for (int j = 1; j < d; j++) last[j] = p[j] * last[j - 1];
    s = 0;
    for (int j = 0; j < d; j++) s += last[j] * last[j];
    sum += s;

    for (int j = 0; j < d; j++)
      for (int k = 0; k < 2; k++) inner[j][k] = p[j] * w[k] + k;
    s = 0;
    for (int k = 0; k < 2; k++)
      for (int j = 0; j < d; j++) s += cos(inner[j][k]) * inner[d - 1 - j][1 - k];
    sum += s * s;
  }
  free(heap);
  return sum;
}
