// An arm's script read by a machine of gotos, numbers by strtod, joints permuted in place, poses found by a hash of words.
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { JOINTS = 4, SLOTS = 32 };
struct arm { double angle[JOINTS], length[JOINTS]; };
struct pose { uint64_t key; double x, y; int used; };
union bits { double d; uint64_t u; uint32_t half[2]; };

static uint64_t mix(uint64_t h, double v) {
  union bits b = {.d = v};
  h ^= b.half[0];
  h *= UINT64_C(0x9e3779b97f4a7c15);
  h ^= b.half[1] + (h << 6) + (h >> 2);
  return h * UINT64_C(0xff51afd7ed558ccd);
}

static void reach(const struct arm *a, double *px, double *py) {
  double x = 0, y = 0, t = 0;
  for (int k = 0; k < JOINTS; k++) {
    t += a->angle[k];
    x += a->length[k] * cos(t);
    y += a->length[k] * sin(t);
  }
  *px = x;
  *py = y;
}

static struct pose *lookup(struct pose *table, const struct arm *a) {
  uint64_t key = 0;
  for (int k = 0; k < JOINTS; k++) key = mix(mix(key, a->angle[k]), a->length[k]);
  size_t at = key % SLOTS;
  while (table[at].used && table[at].key != key) at = (at + 1) % SLOTS;
  if (!table[at].used) {
    table[at].used = 1;
    table[at].key = key;
    reach(a, &table[at].x, &table[at].y);
  }
  return &table[at];
}

static void permute(double *v, const int *to, int n) {
  unsigned done = 0;
  for (int i = 0; i < n; i++) {
    int at = i;
    double carry = v[i];
    while (!(done & 1u << to[at])) {
      double t = v[to[at]];
      v[to[at]] = carry;
      carry = t;
      at = to[at];
      done |= 1u << at;
    }
  }
}

static double execute(struct arm *a, const char *script, const double *x, struct pose *table) {
  static const int turn[JOINTS] = {1, 2, 3, 0}, swap[JOINTS] = {2, 1, 0, 3};
  double cost = 0, number = 0;
  int joint = 0;
  const char *p = script;
start:
  while (isspace((unsigned char)*p)) p++;
  switch (*p) {
  case 0: goto done;
  case 'j': joint = p[1] - '0'; p += 2; goto start;
  case 'b': p++; goto bend;
  case 's': p++; goto stretch;
  case 't': p++; permute(a->angle, turn, JOINTS); goto measure;
  case 'w': p++; permute(a->length, swap, JOINTS); goto measure;
  case 'm': p++; goto measure;
  default: goto fail;
  }
bend: {
  char *end;
  number = strtod(p, &end);
  if (end == p) goto fail;
  p = end;
  a->angle[joint] += number * x[joint];
  goto start;
}
stretch: {
  char *end;
  number = strtod(p, &end);
  p = end;
  a->length[joint] *= 1 + number * x[4 + joint];
  goto start;
}
measure: {
  struct pose *q = lookup(table, a);
  cost += q->x * q->x + 0.5 * q->y;
  goto start;
}
fail:
  cost -= x[0];
done:
  return cost;
}

double f(const double *x, size_t n) {
  struct pose table[SLOTS];
  memset(table, 0, sizeof table);
  struct arm a;
  for (int k = 0; k < JOINTS; k++) {
    a.angle[k] = 0.2 * k + 0.3 * x[k];
    a.length[k] = 0.5 + 0.2 * x[k + 8];
  }
  double s = execute(&a, "m j1 b0.5 m j2 s1e-1 b-0.25 m t m t m w", x, table);
  s += execute(&a, "w j0 b.75 m t t m m j3 s-0.05 m", x, table);
  s += execute(&a, "m b bad", x, table);
  for (int k = 0; k < SLOTS; k++)
    if (table[k].used) s += 0.05 * table[k].x * table[k].y;
  return s + 0.01 * n * a.length[2];
}
