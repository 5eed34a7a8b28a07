// The smallest of every lane: each chooses for itself.
// llad: func smallest double
// llad: arg x dup double[8] {0.9,1.4,0.6,1.1,0.8,1.7,0.7,1.3}
// llad: arg n const int 8
// llad: tags vector loop
typedef double pair __attribute__((ext_vector_type(2)));

double smallest(const double *x, int n) {
  pair m = {x[0], x[1]};
  for (int k = 2; k < n; k += 2) {
    pair v = {x[k], x[k + 1]};
    m = v < m ? v : m;
  }
  return m.x * m.x + m.y;
}
