// The derivatives of pairs.c in one direction each, as main.c prints its gradient.
#include <stdio.h>
#include <stdlib.h>
float f_jvp(const float *x, const float *dx, size_t n, float *dr);
int main(void) { float *x = malloc(24), *d = calloc(6, 4), t; for (int i = 0; i < 6; i++) x[i] = 0.5f + 0.125f * i; for (int i = 0; i < 6; i++) { d[i] = 1; f_jvp(x, d, 6, &t); d[i] = 0; printf("%g ", t); } puts(""); }
