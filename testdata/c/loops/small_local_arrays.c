// Loops of few iterations over local arrays, at indices from other loops and from tables of constants: elements of hexahedra,
// with conditions, an early way round and an array that is indexed by data and stays one.
// llad: func f double
// llad: arg x dup double[24] {0.1,1.2,1.1,-0.1,0.2,0.9,1.3,0.05,0.0,0.1,1.1,0.9,-0.05,0.15,1.0,1.2,0.1,0.05,-0.1,0.15,1.1,0.95,1.2,0.9}
// llad: arg node const int[16] {0,1,2,3,4,5,6,7,3,2,1,0,7,6,5,4}
// llad: arg n const int 2
#include <math.h>

static const int faces[6][4] = {{0, 1, 2, 3}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}, {4, 7, 6, 5}};

static void gather(const int *node, const double *x, double c[3][8]) {
  for (int d = 0; d < 3; d++)
    for (int i = 0; i < 8; i++)
      c[d][i] = x[8 * d + node[i]];
}

static double area(const double c[3][8], int face) {
  double p[3], q[3], s = 0;
  for (int d = 0; d < 3; d++) {
    p[d] = c[d][faces[face][2]] - c[d][faces[face][0]];
    q[d] = c[d][faces[face][3]] - c[d][faces[face][1]];
  }
  for (int d = 0; d < 3; d++) {
    double w = p[(d + 1) % 3] * q[(d + 2) % 3] - p[(d + 2) % 3] * q[(d + 1) % 3];
    if (w < 0.01)
      continue;
    s += w * w;
  }
  return sqrt(s + 0.1);
}

static double spread(const double c[3][8], int n) {
  double kept[5], most = 0;
  for (int i = 0; i < 5; i++)
    kept[i] = exp(-c[i % 3][i]) * c[0][7 - i];
  for (int i = 0; i < n; i++)
    most += kept[(3 * i + n) % 5] * kept[i];
  return most;
}

double f(const double *x, const int *node, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++) {
    double c[3][8];
    gather(node + 8 * k, x, c);
    for (int face = 0; face < 6; face++)
      sum += area(c, face) * (1 + 0.1 * face);
    sum += sin(sum) * spread(c, k + 2);
  }
  return sum;
}
