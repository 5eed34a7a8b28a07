// A model read from text by sscanf, fields set through offsetof, vectors from macros, matrices, bsearch over names.
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define VECTOR(name, type)                                                        \
  struct name { type *at; size_t len, cap; };                                     \
  static type *name##_push(struct name *v, type e) {                              \
    if (v->len == v->cap) v->at = realloc(v->at, (v->cap = v->cap ? 2 * v->cap : 2) * sizeof e); \
    v->at[v->len] = e;                                                            \
    return &v->at[v->len++];                                                      \
  }
struct body { char name[12]; double mass; double pos[3]; int group; double charge; };
VECTOR(bodies, struct body)
VECTOR(reals, double)
struct field { const char *name; size_t offset; };
static const struct field fields[] = {
    {"charge", offsetof(struct body, charge)},
    {"mass", offsetof(struct body, mass)},
    {"x", offsetof(struct body, pos)},
    {"y", offsetof(struct body, pos) + sizeof(double)},
    {"z", offsetof(struct body, pos[2])},
};
static int by_name(const void *key, const void *e) { return strcmp(key, ((const struct field *)e)->name); }
static double *field_of(struct body *b, const char *name) {
  const struct field *f = bsearch(name, fields, sizeof fields / sizeof *fields, sizeof *fields, by_name);
  return f ? (double *)((char *)b + f->offset) : NULL;
}
static void matmul(double c[3][3], double a[3][3], double b[3][3]) {
  double t[3][3] = {{0}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++) t[i][j] += a[i][k] * b[k][j];
  memcpy(c, t, sizeof t);
}
static double det(double m[3][3]) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}
static const char *const lines[] = {"body sun 2 0.5", "set mass 0", "set x 1", "body earth 1 0.25", "set y 2", "set charge 3", "body moon 1 0.125", "set z 4", "set mass 5", "set colour 6"};
double f(const double *x, size_t n) {
  struct bodies all = {0};
  struct reals log = {0};
  struct body *now = NULL;
  double s = 0;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    char word[12];
    int index, group;
    double scale;
    if (sscanf(lines[i], "body %11s %d %lf", word, &group, &scale) == 3) {
      struct body b = {.group = group, .mass = 1, .charge = scale};
      strcpy(b.name, word);
      now = bodies_push(&all, b);
      for (int k = 0; k < 3; k++) now->pos[k] = scale * x[(all.len * 3 + k) % n];
    } else if (sscanf(lines[i], "set %11s %d", word, &index) == 2) {
      double *p = field_of(now, word);
      if (p) *p += x[index] * x[(size_t)(index + 5) % n];
      else s += 0.5 * x[index];
      reals_push(&log, p ? *p : x[0]);
    }
  }
  double inertia[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (size_t i = 0; i < all.len; i++) {
    struct body *b = &all.at[i];
    double m[3][3];
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++) m[r][c] = b->mass * ((r == c) + 0.2 * b->pos[r] * b->pos[c]) + 0.1 * b->group;
    matmul(inertia, inertia, m);
    s += b->charge * (double)strlen(b->name);
  }
  for (size_t i = 0; i < log.len; i++) s += log.at[i] * log.at[log.len - 1 - i];
  const double *last = (const double *)((const char *)&all.at[2] + fields[4].offset);
  s += *last * 0.1 + log10(fabs(det(inertia)) + 1);
  free(all.at);
  free(log.at);
  return s;
}
