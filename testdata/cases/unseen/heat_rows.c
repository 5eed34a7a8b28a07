// Heat on a plate as sparse rows out of a hash of places, materials by X macros, cells with bit-fields in a ring of links.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MATERIALS(X)                                                                                                   \
  X(air, 0.2, 1)                                                                                                       \
  X(wood, 0.5, 0)                                                                                                      \
  X(steel, 2.0, 0)
enum material {
#define X(name, k, open) name,
  MATERIALS(X)
#undef X
  material_count
};
static const double conducts[] = {
#define X(name, k, open) k,
    MATERIALS(X)
#undef X
};
static const unsigned char is_open[] = {
#define X(name, k, open) open,
    MATERIALS(X)
#undef X
};

struct cell {
  unsigned material : 2, boundary : 1, row : 5, column : 5;
  double t, source;
  struct cell *prev, *next;
};
enum { SIDE = 4, SLOTS = 64 };
struct plate { struct cell *slots[SLOTS]; struct cell ring; int cells; };
struct sparse { int *start, *column; double *value; int rows; };

static unsigned place(unsigned r, unsigned c) { return (r * 73856093u ^ c * 19349663u) % SLOTS; }

static struct cell *find(struct plate *p, unsigned r, unsigned c) {
  unsigned h = place(r, c);
  while (p->slots[h] && (p->slots[h]->row != r || p->slots[h]->column != c)) h = (h + 1) % SLOTS;
  return p->slots[h];
}

static void add(struct plate *p, unsigned r, unsigned c, enum material m, double t, double source) {
  struct cell *e = malloc(sizeof *e);
  *e = (struct cell){.material = m, .boundary = r == 0 || c == 0, .row = r, .column = c, .t = t, .source = source};
  e->prev = p->ring.prev;
  e->next = &p->ring;
  e->prev->next = e->next->prev = e;
  unsigned h = place(r, c);
  while (p->slots[h]) h = (h + 1) % SLOTS;
  p->slots[h] = e;
  p->cells++;
}

static int number(struct plate *p, struct cell *e) {
  int k = 0;
  for (struct cell *q = p->ring.next; q != e; q = q->next) k++;
  return k;
}

static struct sparse assemble(struct plate *p, const double *x) {
  struct sparse a = {malloc((p->cells + 1) * sizeof(int)), malloc(5 * p->cells * sizeof(int)), malloc(5 * p->cells * sizeof(double)), 0};
  static const int dr[] = {-1, 1, 0, 0}, dc[] = {0, 0, -1, 1};
  int at = 0;
  for (struct cell *e = p->ring.next; e != &p->ring; e = e->next) {
    int own = at++;
    a.start[a.rows++] = own;
    a.column[own] = number(p, e);
    a.value[own] = 0;
    for (int k = 0; k < 4; k++) {
      struct cell *o = find(p, (e->row + dr[k]) & 31, (e->column + dc[k]) & 31);
      if (!o) continue;
      double flow = 0.1 * x[k] * 2 / (1 / conducts[e->material] + 1 / conducts[o->material]);
      if (is_open[e->material]) flow *= 1 + 0.1 * x[4];
      a.column[at] = number(p, o);
      a.value[at++] = flow;
      a.value[own] -= flow;
    }
  }
  a.start[a.rows] = at;
  return a;
}

double f(const double *x, size_t n) {
  struct plate p = {.cells = 0};
  p.ring.prev = p.ring.next = &p.ring;
  for (unsigned r = 0; r < SIDE; r++)
    for (unsigned c = 0; c < SIDE; c++)
      if ((r * SIDE + c) % 7 != 5) add(&p, r, c, (r + 2 * c) % material_count, x[(r * SIDE + c) % n], 0.05 * x[(r + c) % n]);
  struct sparse a = assemble(&p, x);
  double *rate = calloc(a.rows, sizeof *rate), s = 0;
  struct cell **cells = malloc(a.rows * sizeof *cells);
  int k = 0;
  for (struct cell *e = p.ring.next; e != &p.ring; e = e->next) cells[k++] = e;
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < a.rows; i++) {
      rate[i] = cells[i]->boundary ? 0 : cells[i]->source;
      for (int j = a.start[i]; j < a.start[i + 1]; j++) rate[i] += a.value[j] * cells[a.column[j]]->t;
    }
    for (int i = 0; i < a.rows; i++) cells[i]->t += 0.5 * rate[i];
    if (step % 3 == 2) cells[step]->boundary ^= 1;
  }
  for (struct cell *e = p.ring.prev; e != &p.ring; e = e->prev) s = 0.9 * s + e->t * (e->boundary ? 0.5 : 1.0) * sqrt(conducts[e->material]);
  while (p.ring.next != &p.ring) {
    struct cell *e = p.ring.next;
    p.ring.next = e->next;
    free(e);
  }
  free(a.start), free(a.column), free(a.value), free(rate), free(cells);
  return s;
}
