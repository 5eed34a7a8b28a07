// Short loops of constant trip count around loops that are unrolled: compilers vectorize the outer one.
#include <math.h>
#include <stdio.h>

enum { K = 8, D = 6, PACKED = D * (D + 1) / 2 };

// The distances of a point from eight centres, with a triangular factor each.
__attribute__((noinline)) double distances(const double *centres, const double *factors, const double *x, int n) {
  double most = -1e300, all = 0;
  for (int j = 0; j < n; j++) {
    double term[K];
    for (int k = 0; k < K; k++) {
      const double *l = factors + k * PACKED;
      double d[D], square = 0;
      for (int c = 0; c < D; c++)
        d[c] = x[j * D + c] - centres[k * D + c];
      for (int r = 0, p = 0; r < D; r++) {
        double a = 0;
        for (int c = 0; c <= r; c++)
          a += l[p++] * d[c];
        square += a * a;
      }
      term[k] = square;
    }
    for (int k = 0; k < K; k++) {
      most = term[k] > most ? term[k] : most;
      all += exp(-term[k]);
    }
  }
  return most + all;
}

// Floats, and what is computed goes back to memory.
__attribute__((noinline)) void layers(const float *w, const float *x, float *out, int n) {
  for (int j = 0; j < n; j++) {
    float s[8];
    for (int k = 0; k < 8; k++) {
      float a = 0;
      for (int c = 0; c < 10; c++)
        a += w[10 * k + c] * x[10 * j + c];
      s[k] = a;
    }
    for (int k = 0; k < 8; k++)
      out[8 * j + k] += s[k] * s[(k + 3) % 8];
  }
}

int main(void) {
  static double centres[K * D], factors[K * PACKED], x[5 * D];
  static float w[80], in[50], out[40];
  for (int i = 0; i < K * D; i++)
    centres[i] = 0.1 * (i % 7);
  for (int i = 0; i < K * PACKED; i++)
    factors[i] = 0.3 + 0.01 * (i % 11);
  for (int i = 0; i < 5 * D; i++)
    x[i] = 0.05 * i;
  for (int i = 0; i < 80; i++)
    w[i] = 0.25f * (float)(i % 9);
  for (int i = 0; i < 50; i++)
    in[i] = 0.5f * (float)(i % 4);
  layers(w, in, out, 5);
  for (int i = 0; i < 40; i++)
    printf("%.9g\n", (double)out[i]);
  printf("%.17g\n", distances(centres, factors, x, 5));
  return 0;
}
