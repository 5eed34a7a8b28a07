// Rows of different length behind pointers, from tokens of a line, blocks with flexible arrays, lines moved by memmove.
#include <alloca.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
struct row { int len; char unit[4]; double at[]; };
struct sheet { struct row **rows; size_t count; };
static struct row *row_new(int len, const char *unit) {
  struct row *r = malloc(sizeof *r + len * sizeof *r->at);
  r->len = len;
  strncpy(r->unit, unit, sizeof r->unit - 1);
  r->unit[3] = 0;
  return r;
}
static void sheet_insert(struct sheet *s, size_t at, struct row *r) {
  s->rows = realloc(s->rows, (s->count + 1) * sizeof *s->rows);
  memmove(s->rows + at + 1, s->rows + at, (s->count - at) * sizeof *s->rows);
  s->rows[at] = r;
  s->count++;
}
static struct row *sheet_remove(struct sheet *s, size_t at) {
  struct row *r = s->rows[at];
  memmove(s->rows + at, s->rows + at + 1, (--s->count - at) * sizeof *s->rows);
  return r;
}
static struct row *row_drop_first(struct row *r) {
  memmove(r->at, r->at + 1, (size_t)--r->len * sizeof *r->at);
  return realloc(r, sizeof *r + r->len * sizeof *r->at);
}
static double row_value(const struct row *r) {
  double s = 0, k = !strcmp(r->unit, "km") ? 2 : !strcmp(r->unit, "mm") ? 0.5 : 1;
  for (int i = 0; i < r->len; i++) s += k * r->at[i] / (i + 1);
  return s;
}
double f(const double *x, size_t n) {
  const char *line = "m:3 km:5 mm:1 m:2 furlong:4";
  char *text = alloca(strlen(line) + 1), *word, *save;
  strcpy(text, line);
  struct sheet s = {0};
  size_t next = 0;
  for (word = strtok_r(text, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
    char *colon = strchr(word, ':');
    *colon = 0;
    struct row *r = row_new(atoi(colon + 1), word);
    for (int i = 0; i < r->len; i++, next++) r->at[i] = x[next % n] * (i ? r->at[i - 1] : 1.0);
    sheet_insert(&s, s.count / 2, r);
  }
  double total = 0;
  double **flat = alloca(s.count * sizeof *flat);
  for (size_t k = 0; k < s.count; k++) {
    total += row_value(s.rows[k]) * (k + 1);
    flat[k] = s.rows[k]->at;
  }
  for (size_t k = 0; k + 1 < s.count; k++) total += flat[k][0] * flat[k + 1][0];
  struct row *out = sheet_remove(&s, 1);
  if (out->len > 1) out = row_drop_first(out);
  sheet_insert(&s, s.count, out);
  for (size_t k = 0; k < s.count; k++) total += sin(row_value(s.rows[k])) + s.rows[k]->at[s.rows[k]->len - 1] * 0.1;
  for (size_t k = 0; k < s.count; k++) free(s.rows[k]);
  free(s.rows);
  return total;
}
