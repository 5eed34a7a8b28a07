// A stencil over restrict pointers to float arrays, rows as VLAs, a ring of time levels, cells sorted by qsort.
#include <math.h>
#include <stdlib.h>
#include <string.h>
struct cell { float value; short row, col; };
static int by_value(const void *a, const void *b) {
  const struct cell *p = a, *q = b;
  if (p->value != q->value) return p->value < q->value ? 1 : -1;
  return p->row != q->row ? p->row - q->row : p->col - q->col;
}
static void step(int rows, int cols, float out[restrict rows][cols], const float in[restrict rows][cols], const float *restrict k) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++) {
      float up = in[r ? r - 1 : rows - 1][c], down = in[r + 1 < rows ? r + 1 : 0][c];
      float left = c ? in[r][c - 1] : 0.0f, right = c + 1 < cols ? in[r][c + 1] : 0.0f;
      out[r][c] = in[r][c] + k[c] * (up + down + left + right - 4.0f * in[r][c]);
    }
}
static double norm(int rows, int cols, const float a[rows][cols]) {
  double s = 0;
  for (int r = 0; r < rows; r++) {
    double row[cols];
    for (int c = 0; c < cols; c++) row[c] = (double)a[r][c] * a[r][c];
    for (int c = 1; c < cols; c++) row[c] += 0.5 * row[c - 1];
    s += row[cols - 1];
  }
  return s;
}
// opt: tol=2e-2
double f(const double *x, size_t n) {
  int rows = 4, cols = (int)n / 2;
  float levels[3][rows][cols], k[cols];
  memset(levels, 0, sizeof levels);
  for (int c = 0; c < cols; c++) k[c] = 0.1f * (float)x[c];
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++) levels[0][r][c] = (float)(x[(r * cols + c) % n] * (r + 1));
  int now = 0;
  double history[5];
  for (int t = 0; t < 5; t++) {
    int next = (now + 1) % 3;
    step(rows, cols, levels[next], (const float(*)[cols])levels[now], k);
    if (t >= 2) {
      int before = (now + 2) % 3;
      for (int c = 0; c < cols; c++) levels[next][t % rows][c] = 0.75f * levels[next][t % rows][c] + 0.25f * levels[before][t % rows][c];
    }
    now = next;
    history[t] = norm(rows, cols, (const float(*)[cols])levels[now]);
  }
  struct cell *cells = malloc(sizeof *cells * rows * cols);
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++) cells[r * cols + c] = (struct cell){levels[now][r][c], (short)r, (short)c};
  qsort(cells, rows * cols, sizeof *cells, by_value);
  double s = 0;
  for (int i = 0; i < rows * cols; i += 3) s += cells[i].value / (1.0 + i) + 0.001 * cells[i].row * x[cells[i].col];
  for (int t = 0; t < 5; t++) s += sqrt(history[t]) * (t + 1) * 0.1;
  free(cells);
  return s;
}
