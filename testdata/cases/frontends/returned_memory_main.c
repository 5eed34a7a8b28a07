// returned_memory.c: the tangent of the memory that sq returns is left where the last parameter says.
#include <stdio.h>
#include <stdlib.h>
double *sq_jvp(const double *a, const double *da, int n, double **dr);
int main(void) {
  double a[3] = {1, 2, 3}, da[3] = {1, 0, 2}, *dr = 0;
  double *r = sq_jvp(a, da, 3, &dr);
  if (r[1] != 4 || !dr || dr[0] != 2 || dr[1] != 0 || dr[2] != 12) { puts("BAD"); return 1; }
  free(r);
  free(dr);
  puts("ok");
  return 0;
}
