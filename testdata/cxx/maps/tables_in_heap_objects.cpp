// Objects from the heap with a hash table and a tree in them, in front of rows of numbers.

// llad: func f double
// llad: arg x dup double[6] range(0.5,1.5)
// llad: arg n const int 6

#include <map>
#include <unordered_map>

struct Matrix {
  int n;
  std::unordered_map<long long, int> local;
  std::map<long long, int> order;
  long **columns;
  int **places;
  double **rows, **diagonal;
  Matrix *coarse;
};

static __attribute__((noinline)) Matrix *matrix(int n, double spread) {
  Matrix *m = new Matrix;
  m->n = n;
  m->rows = new double *[n];
  m->diagonal = new double *[n];
  m->columns = new long *[n];
  m->places = new int *[n];
  m->coarse = nullptr;
  for (int i = 0; i < n; i++) {
    m->local[7LL * i] = i;
    m->order[-3LL * i] = i;
    m->rows[i] = new double[3];
    m->columns[i] = new long[3];
    m->places[i] = new int[3];
    for (int k = 0; k < 3; k++) {
      m->rows[i][k] = k == 1 ? 4 : -spread;
      m->columns[i][k] = i + k - 1;
      m->places[i][k] = m->columns[i][k];
    }
    m->diagonal[i] = m->rows[i] + 1;
  }
  return m;
}

static double product(const Matrix *m, const double *x) {
  double s = 0;
  for (int i = 0; i < m->n; i++)
    for (int k = -1; k <= 1; k++) {
      auto at = m->local.find(7LL * m->places[i][k + 1]);
      if (at != m->local.end())
        s += m->rows[i][k + 1] * x[at->second] * x[m->order.at(-3LL * i)];
    }
  return s;
}

static void end(Matrix *m) {
  if (m->coarse)
    end(m->coarse);
  for (int i = 0; i < m->n; i++) {
    delete[] m->rows[i];
    delete[] m->columns[i];
    delete[] m->places[i];
  }
  delete[] m->rows;
  delete[] m->diagonal;
  delete[] m->columns;
  delete[] m->places;
  delete m;
}

extern "C" double f(const double *x, int n) {
  Matrix *m = matrix(n, x[0]);
  m->coarse = matrix(n / 2, x[1]);
  for (int i = 0; i < n; i++)
    *m->diagonal[i] *= x[i];
  double s = product(m, x) + product(m->coarse, x + 1);
  end(m);
  return s;
}
